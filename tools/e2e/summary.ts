/** What a platform tells of requests that have failed. */
export interface Platform {
  /** Whether it tells that a connection never came about. */
  readonly tellsUnsent: boolean;
  /** Whether it tells where a redirect leads. */
  readonly tellsLocation: boolean;
}

/** What `projects/consumer` has to find out, in full. */
export function expectedSummary({ tellsUnsent, tellsLocation }: Platform): unknown {
  const refused = (guard: string, operation: string, status: number) => ({
    guards: ['isApiError', 'isClientError', guard],
    operation,
    status,
  });
  const lost = (guards: readonly string[], operation: string) => ({ guards, operation });
  const connection = ['isClientError', 'isConnectionError'];
  return {
    call: 'STARTING',
    refused: {
      unknown: refused('isNotFoundError', 'pauseSandbox', 404),
      beyond: {
        ...refused('isValidationError', 'searchSandboxes', 422),
        places: [['query', 'limit']],
      },
    },
    paging: { statuses: ['RUNNING', 'RUNNING', 'RUNNING'], sizes: [2, 1] },
    results: [{ paused: true }, { refused: { detail: 'Sandbox not found' } }],
    unanswered: {
      aborted: lost(['isAbortedError', 'isClientError'], 'searchSandboxSpecs'),
      late: lost(['isClientError', 'isTimeoutError'], 'searchSandboxSpecs'),
      truncated: { ...lost(connection, 'getSettings'), unsent: false },
      reset: { ...lost(connection, 'listAppConversations'), unsent: false },
      redirected: {
        ...lost(['isClientError', 'isRedirectError'], 'createConversation'),
        ...(tellsLocation && { location: '/api/v1/sandboxes' }),
      },
      nobody: { ...lost(connection, 'startSandbox'), unsent: tellsUnsent },
    },
    sandboxes: 3,
  };
}
