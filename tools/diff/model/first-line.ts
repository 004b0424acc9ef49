/** The first line of what an error says. */
export function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!.trim();
}
