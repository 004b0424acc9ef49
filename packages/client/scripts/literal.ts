/** How long a list or an object may be that stands in one line, in characters. */
const shortLine = 48;

/** A value of JSON as TypeScript has it, in the format of this repository. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((it) => literal(it, inner));
    return enclosed('[', items, ']', indent);
  }
  const members = Object.entries(value).map(
    ([name, it]) => `${/^[a-z_]\w*$/i.test(name) ? name : quoted(name)}: ${literal(it, inner)}`,
  );
  return members.length > 0 ? enclosed('{ ', members, ' }', indent) : '{}';
}

function enclosed(open: string, parts: readonly string[], close: string, indent: string): string {
  const line = open + parts.join(', ') + close;
  if (line.length <= shortLine && !line.includes('\n')) return line;
  const lines = parts.map((part) => `${indent}  ${part},\n`);
  return `${open.trim()}\n${lines.join('')}${indent}${close.trim()}`;
}

/** A text in single quotes, or in double ones where that spares a backslash. */
function quoted(text: string): string {
  const json = JSON.stringify(text);
  if (text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll(/\\(.)/g, (pair, it) => (it === '"' ? it : pair))}'`;
}
