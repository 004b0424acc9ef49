import { BuildError } from '../build-error.ts';
import { calls } from '../contract.ts';
import type { Contract } from '../contract.ts';
import type { LinkTo } from '../machines/links.ts';
import { blocks, code, link, table } from '../machines/markdown-text.ts';
import { standings } from './read-decisions.ts';
import type { Decision, Mark } from './read-decisions.ts';
import { operationLink } from './words.ts';

export { readDecisions } from './read-decisions.ts';

const introduction = `# What is not documented, and what we chose

The service's interface document leaves many things open. Each entry tells what it leaves open, what the
contract says instead, why, and what would change it.

*Documented* is what the document says. *Observed* was seen of running deployments and of the programs
that call them. *Assumed* is what no source speaks of.`;

/**
 * The page of the decisions: an overview by standing, then each with links to what rests on it.
 *
 * @throws {BuildError} for a mark that is no part of the contract
 */
export function decisionsMarkdown(
  decisions: readonly Decision[],
  contract: Contract,
  linkTo: LinkTo,
): string {
  const overview = standings.flatMap((standing) =>
    decisions.filter((decision) => decision.standing === standing),
  );
  return blocks(
    introduction,
    table(
      ['Standing', 'Decision', 'Title'],
      overview.map((decision) => [
        standingOf(decision),
        `[${decision.id}](#${decision.id})`,
        decision.title,
      ]),
    ),
    ...decisions.map((decision) =>
      blocks(
        `## ${decision.id} · ${decision.title}`,
        `${decision.date} · ${standingOf(decision)}`,
        linkDecisions(decision.markdown),
        marksOf(decision, contract, linkTo),
      ),
    ),
  );
}

function standingOf({ standing, reservation }: Decision): string {
  return reservation === '' ? standing : `${standing}, ${reservation}`;
}

/** A text with the numbers of decisions as links. What is code or a link already stays so. */
function linkDecisions(text: string): string {
  return text.replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)|\bD\d\d\b/g, (found) =>
    /^D\d\d$/.test(found) ? `[${found}](#${found})` : found,
  );
}

function marksOf({ id, marks }: Decision, contract: Contract, linkTo: LinkTo): string {
  if (marks.length === 0) return '';
  const parts = marks.map((mark) => partOf(mark, id, contract, linkTo));
  return `**Rests on it:** ${parts.join('; ')}.`;
}

function partOf({ name, file }: Mark, id: string, contract: Contract, linkTo: LinkTo): string {
  const [folder, kind = ''] = file.split('/');
  const { schemas, parameters = {}, responses = {} } = contract.components;
  if (folder === 'paths' && calls(contract).some((call) => call.operation.operationId === name)) {
    return operationLink(name, linkTo);
  }
  if (kind === 'schemas' && name in schemas) return link(code(name), linkTo('schema', name));
  if (kind === 'parameters' && name in parameters) return `parameter ${code(name)}${users()}`;
  if (kind === 'responses' && name in responses) return `response ${code(name)}${users()}`;
  throw new BuildError(
    `openapi/decisions.md: ${id} marks [${name}](${file}), which is no part of the contract: take the link away, or mend it.`,
  );

  /** The operations that refer to the component, as it has no page of its own. */
  function users(): string {
    const reference = `"#/components/${kind}/${name}"`;
    const ids = Object.values(contract.paths).flatMap((item) =>
      Object.values(item).flatMap((part: unknown) =>
        isOperation(part) && JSON.stringify([part, item.parameters]).includes(reference)
          ? [part.operationId]
          : [],
      ),
    );
    return ids.length === 0
      ? ''
      : ` of ${ids.map((user) => operationLink(user, linkTo)).join(', ')}`;
  }
}

function isOperation(part: unknown): part is { operationId: string } {
  return typeof part === 'object' && part !== null && 'operationId' in part;
}
