export * from './document.ts';
export * from './json.ts';
export * from './model.ts';
export * from './operations.ts';
export * from './provenance.ts';
export * from './routes.ts';
export * from './schema.ts';
