/** Where the built documentation is: `index.html` and the contract as `openapi.json` and `.yaml`. */
export const docsDirectory = new URL('../dist/', import.meta.url);
