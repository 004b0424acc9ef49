export * from './json.ts';
export * from './document.ts';
export * from './source.ts';
export * from './schema.ts';
