import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

/** Kubb's fetch client. Its functions tell the status, as a program could not tell an error else. */
export default defineConfig({
  root: '.',
  input: { path: '../../../openapi/dist/openapi.json' },
  output: { path: './generated/kubb/api', format: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginClient({ client: 'fetch', dataReturnType: 'full' }),
  ],
});
