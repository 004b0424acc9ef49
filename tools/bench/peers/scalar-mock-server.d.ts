// The peers are not there until the bench has installed them; the check of types must not need them.
declare module '@scalar/mock-server' {
  export function createMockServer(options: { document: unknown }): Promise<{
    readonly fetch: (request: Request) => Response | Promise<Response>;
  }>;
}
