import { type Comparer, tell } from '../compare/comparer.ts';
import { isLower, provenanceAt } from '../judge/provenance.ts';

/** Where an element comes from: as it is, whether by its own mark or by the one around it. */
export const provenance: Comparer = (pair, element, context) => {
  const before = provenanceAt(context.released.root, element.released.pointer);
  const after = provenanceAt(context.current.root, element.current.pointer);
  tell(context, ruleFor(), element, { before: `\`${before}\``, after: `\`${after}\`` }, pair);

  function ruleFor(): string {
    if (isLower(after, before)) return 'provenance-lowered';
    return before === after ? 'provenance-restated' : 'provenance-raised';
  }
};
