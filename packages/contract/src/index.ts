export * from './json.ts';
export * from './document.ts';
export * from './source.ts';
