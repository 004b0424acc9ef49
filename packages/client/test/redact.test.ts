import { redact } from '@agent-conversation/client';
import { expect, test } from 'vitest';

test('replaces secrets, and the query of URLs that have one', () => {
  const sandbox = {
    session_api_key: 'key-of-the-sandbox',
    exposed_urls: [
      { name: 'AGENT_SERVER', url: 'https://a.example' },
      { name: 'VSCODE', url: 'https://b.example/?tkn=key-of-the-sandbox' },
    ],
  };
  expect(redact(sandbox)).toEqual({
    session_api_key: '[redacted]',
    exposed_urls: [
      { name: 'AGENT_SERVER', url: 'https://a.example' },
      { name: 'VSCODE', url: 'https://b.example/?[redacted]' },
    ],
  });
  expect(redact({ session_api_key: null })).toEqual({ session_api_key: null });
});
