const prefix = 'agent-conversation.';

/** What the reader chose earlier; null where nothing is stored, or nothing may be. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    // Some privacy modes forbid even to look.
    return null;
  }
}

/** Keeps what the reader chose for the next page, where the browser allows it. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // Full or forbidden: the choice holds on this page alone.
  }
}
