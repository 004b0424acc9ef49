/** Whether an element is another one, or a part of it; both are JSON Pointers (RFC 6901). */
export function isWithin(pointer: string, whole: string): boolean {
  return pointer === whole || pointer.startsWith(`${whole}/`);
}
