export * from './change.ts';
export * from './document.ts';
export * from './json.ts';
export * from './names.ts';
export * from './schema.ts';
export * from './source.ts';
export * from './usage.ts';
