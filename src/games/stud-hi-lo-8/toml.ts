// The part of TOML that hand histories use: keys with texts, whole numbers, truth values and arrays of them.

export type TomlValue = string | number | boolean | readonly TomlValue[];

interface Token {
  readonly text: string;
  readonly line: number;
}

const token = /\s+|#[^\n]*|'[^'\n]*'|"[^"\\\n]*"|[A-Za-z_][\w-]*|[+-]?\d[\d_]*(?:\.\d+)?|[=[\],]/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const found = token.exec(text)?.[0];
    if (found === undefined) throw new Error(`line ${line}: ${JSON.stringify(text.slice(at, at + 12))} is not understood`);
    if (!/^[\s#]/.test(found)) tokens.push({ text: found, line });
    line += found.split("\n").length - 1;
  }
  return tokens;
}

/**
 * Keys and values of a text.
 * @throws Error naming the line that is not understood
 */
export function parseToml(text: string): ReadonlyMap<string, TomlValue> {
  const tokens = tokensOf(text);
  const values = new Map<string, TomlValue>();
  while (tokens.length > 0) {
    const key = take(tokens, "a key");
    if (!/^[A-Za-z_]/.test(key.text)) throw new Error(`line ${key.line}: a key should stand here, not ${key.text}`);
    if (values.has(key.text)) throw new Error(`line ${key.line}: ${key.text} comes twice`);
    const equals = take(tokens, `"=" after ${key.text}`);
    if (equals.text !== "=") throw new Error(`line ${equals.line}: "=" should follow ${key.text}`);
    values.set(key.text, readValue(tokens, key.text));
  }
  return values;
}

function take(tokens: Token[], what: string): Token {
  const next = tokens.shift();
  if (next === undefined) throw new Error(`the text ends before ${what}`);
  return next;
}

function readValue(tokens: Token[], key: string): TomlValue {
  const { text, line } = take(tokens, `the value of ${key}`);
  if (text === "[") return readArray(tokens, key);
  if (text === "true" || text === "false") return text === "true";
  if (/^['"]/.test(text)) return text.slice(1, -1);
  const number = Number(text.replaceAll("_", ""));
  if (Number.isNaN(number)) throw new Error(`line ${line}: ${text} is no value for ${key}`);
  return number;
}

function readArray(tokens: Token[], key: string): readonly TomlValue[] {
  const values: TomlValue[] = [];
  for (;;) {
    if (tokens[0]?.text === "]") break;
    values.push(readValue(tokens, key));
    if (tokens[0]?.text !== ",") break;
    tokens.shift();
  }
  const end = take(tokens, `the end of ${key}`);
  if (end.text !== "]") throw new Error(`line ${end.line}: "," or "]" should follow in ${key}, not ${end.text}`);
  return values;
}
