export { Inclusion, type SidedSchema } from './inclusion.ts';
export type { Outcome } from './outcome.ts';
export { isAnnotation, type Side, targetIn, locatedTargetIn } from './side.ts';
export { composedIn, constantsIn, isAnnotated } from './declared.ts';
export { typeOf } from './translate.ts';
