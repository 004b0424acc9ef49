/** Words by which readers search for a page or section that does not have them in its title. */
export const synonyms: Readonly<Record<string, string>> = {
  'index.html#base-url-and-api-key': 'server host endpoint address',
  'guides/getting-started.html': 'quickstart tutorial hello world',
  'guides/getting-started.html#use-python-or-fetch': 'python httpx javascript languages',
  'guides/authentication.html': 'X-Session-API-Key api key token login authorization header',
  'guides/sandboxes.html#poll-the-status': 'polling wait ready',
  'guides/sandboxes.html#polling-interval-and-timeout': 'polling timeout wait interval',
  'guides/paging.html': 'pagination pages cursor next limit',
  'guides/errors-and-retries.html': 'error codes status exceptions',
  'guides/errors-and-retries.html#rate-limits': 'rate limit rate limiting throttling 429',
  'guides/errors-and-retries.html#deadlines': 'timeout timeouts abort',
  'guides/errors-and-retries.html#which-operations-to-retry':
    'retry idempotent idempotency backoff',
  'guides/deployments.html': 'versions self-hosted cloud differences',
  'guides/legacy.html': 'V0 deprecated migration upgrade',
  'guides/testing-with-the-mock.html': 'mock server fake test Prism',
  'guides/checking-a-server.html': 'conformance validate server CI',
};
