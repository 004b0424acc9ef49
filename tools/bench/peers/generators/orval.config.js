/** Orval's fetch client; where the service is, is said when the program runs. */
export default {
  contract: {
    input: '../../../../openapi/dist/openapi.json',
    output: {
      target: '../generated/orval/api/client.ts',
      client: 'fetch',
      baseUrl: {
        runtime: 'connection.baseUrl',
        imports: [{ name: 'connection', importPath: '../connection.ts' }],
      },
    },
  },
};
