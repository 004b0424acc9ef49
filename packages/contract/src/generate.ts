/** What the generators of TypeScript share. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

/** A part of a valid contract that no code can be generated from. The lint rules report invalid parts. */
export class UnsupportedError extends Error {
  /** @param pointer JSON Pointer into the contract */
  constructor(pointer: string, reason: string, options?: ErrorOptions) {
    super(`${pointer}: ${reason}`, options);
  }
}

/**
 * Replaces the files of a folder with generated ones. A contract that is not supported is reported, sets the exit code,
 * and leaves the files as they are.
 *
 * @param generate returns the text of each file by its name
 * @returns whether the files were written
 */
export async function writeGenerated(
  folder: URL,
  generate: () => Record<string, string> | Promise<Record<string, string>>,
): Promise<boolean> {
  try {
    const files = await generate();
    rmSync(folder, { recursive: true, force: true });
    for (const [name, text] of Object.entries(files)) {
      const file = new URL(name, folder);
      mkdirSync(new URL('.', file), { recursive: true });
      writeFileSync(file, `${header}\n\n${text}`);
    }
    return true;
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    console.error(
      `No code can be generated from openapi/dist/openapi.json#${error.message}`,
    );
    process.exitCode = 1;
    return false;
  }
}

const header =
  '// Generated from the contract in openapi/ by `npm run build`; do not edit.';

/** Returns a JSDoc comment, which no text can end. */
export function docComment(paragraphs: readonly string[], indent = ''): string {
  const lines = paragraphs
    .join('\n')
    .trim()
    .replaceAll('*/', '*\\/')
    .split('\n');
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', '']
    .map((line) => line && indent + line)
    .join('\n');
}
