export const roles = ["dealer", "floor", "surveillance", "technician", "manager"] as const;
export type Role = (typeof roles)[number];

/** A person who acts at the table, as the shell has recognised them. */
export interface Operator {
  readonly name: string;
  readonly role: Role;
  /** In which screens speak to this person; the table does not look at it. */
  readonly language?: string;
}

/** Whether `role` may do what `needed` may do: the floor and the manager may also do a dealer's work. */
export function mayActAs(role: Role, needed: Role): boolean {
  if (role === needed || role === "manager") return true;
  return role === "floor" && needed === "dealer";
}
