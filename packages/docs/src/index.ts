/** Where the built documentation is: `index.html` and the contract as `openapi.json` and `.yaml`. */
export const docsDirectory = new URL('../dist/', import.meta.url);

/** The page of what the tests have seen of the contract; `npm run record` writes it. */
export const coverageFile = new URL('../coverage.md', import.meta.url);
