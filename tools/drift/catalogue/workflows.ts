import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const workflows = 'tools/workflows/workflows.test.ts';
const commands = 'tools/workflows/commands.test.ts';
const folder = '.github/workflows';

/** Faults in the workflows of GitHub Actions, and in the commands that pages tell. */
export const workflowMutants: readonly FileMutant[] = [
  {
    operator: 'G10',
    title: 'an action is taken by its tag',
    fast: true,
    gate: workflows,
    changes: [
      edit(
        `${folder}/docs.yml`,
        'actions/deploy-pages@d6db90164ac5ed86f2b6aed7e0febac5b3c0c03e # v4.0.5',
        'actions/deploy-pages@v4',
      ),
    ],
    says: ['actions are pinned', 'pin actions/deploy-pages by a commit'],
  },
  {
    operator: 'G10',
    title: 'what a pull request brings may write comments',
    gate: workflows,
    changes: [
      edit(
        `${folder}/contract-review.yml`,
        '      contents: read\n',
        '      contents: read\n      pull-requests: write\n',
      ),
    ],
    says: ['contract-review.yml: review may write pull-requests'],
  },
  {
    operator: 'G10',
    title: 'a job waits for one that is not there',
    gate: workflows,
    changes: [edit(`${folder}/contract-review.yml`, 'needs: review', 'needs: reviews')],
    says: ['contract-review.yml', 'which does not exist in this workflow'],
  },
  {
    operator: 'G10',
    title: 'a workflow runs a script that is not there',
    gate: commands,
    changes: [edit(`${folder}/docs.yml`, 'npm run build', 'npm run site')],
    says: ['docs.yml', 'package.json has no script site'],
  },
  {
    operator: 'G10',
    title: 'a page tells an option that is not there',
    gate: commands,
    changes: [
      edit('tools/drift/README.md', 'npm run drift -- --fast ', 'npm run drift -- --quick '),
    ],
    says: ['tools/drift/README.md', 'its help does not tell of --quick'],
  },
];
