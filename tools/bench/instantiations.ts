import ts from 'typescript';

/** Counts the type instantiations of a program, beyond those of an empty one. @throws {Error} if it does not compile */
export function countInstantiations(program: string): number {
  return instantiationsOf([program]) - instantiationsOf([]);
}

function instantiationsOf(files: readonly string[]): number {
  const program = ts.createProgram(files, {
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    // As outside of the repository.
    types: [],
  });
  const [error] = ts.getPreEmitDiagnostics(program);
  if (error)
    throw new Error(ts.flattenDiagnosticMessageText(error.messageText, ' '));
  return program.getInstantiationCount();
}
