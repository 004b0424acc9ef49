import type { Place } from './place.ts';

/** Who breaks by a change: who sends requests, who reads answers, or TypeScript source that no longer compiles. */
export type Breaks = 'sender' | 'receiver' | 'source';

/** What a change does to those who rely on the released contract. */
export type Effect =
  /** Somebody's working program fails. */
  | 'breaking'
  /** The contract offers more, or promises more; working programs go on. */
  | 'compatible'
  /** Only what people read: descriptions, examples, decisions. */
  | 'editorial';

/** All effects, the worst first. */
export const effects: readonly Effect[] = ['breaking', 'compatible', 'editorial'];

/** One difference between the released contract and the current one, told once, however many operations it reaches. */
export interface Change {
  /** Permanent id of the rule that tells it, as listed in `rules.yaml`. */
  readonly rule: string;
  readonly effect: Effect;
  /** Empty unless the effect is `breaking`. */
  readonly breaks: readonly Breaks[];
  /** Whether it needs a reviewed approval: it breaks what is documented or observed, or lowers what was documented. */
  readonly needsApproval: boolean;
  /** The JSON Pointer (RFC 6901) of the element in the current bundle; in the released one, if it is gone. */
  readonly pointer: string;
  /** Where to look: in the sources, or in the released bundle if it is gone. */
  readonly place: Place;
  /** The operationIds that it reaches, sorted; empty for what belongs to none. */
  readonly operations: readonly string[];
  readonly generation: 'v0' | 'v1' | 'both' | 'none';
  /** Where the element came from when it was released; where it comes from now, if it is new. */
  readonly provenance: 'documented' | 'observed' | 'assumed';
  /** What changed, a sentence that names the element and both values. */
  readonly message: string;
  /** What users do about it, a sentence; empty if nothing. */
  readonly migration: string;
  /** Stable as long as the same element changes in the same way: 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** Who saw it: the rules of this tool, oasdiff, or the compiler of the consumer programs. */
  readonly seenBy: readonly ('own' | 'oasdiff' | 'compiler')[];
}
