/** Values by what `key` says of them, in the order of their first one. `Map.groupBy`, which Node 20 does not have. */
export function groupBy<Value, Key>(values: readonly Value[], key: (value: Value) => Key): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group === undefined) groups.set(key(value), [value]);
    else group.push(value);
  }
  return groups;
}
