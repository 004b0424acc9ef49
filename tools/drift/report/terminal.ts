import { styleText } from 'node:util';
import type { Watch } from '../engine/drift.ts';
import type { Tried } from '../engine/outcome.ts';
import { progressBar } from './progress-bar.ts';

/** Tells of a run on a terminal; elsewhere without the bar that is written over and over. */
export function tellOnTerminal(stream: NodeJS.WriteStream): Watch {
  const begin = performance.now();
  let control = begin;

  function tell(lines: string, bar: string): void {
    if (!stream.isTTY) {
      if (lines) stream.write(`${lines}\n`);
      return;
    }
    stream.write(`\r\u001B[K${lines && `${lines}\n`}${bar}`);
  }

  return {
    onControl(done, of, output) {
      const told =
        done === of ? `Without a fault: ${of} runs, ${time(performance.now() - begin)}` : '';
      tell(
        [...(output === undefined ? [] : ['A gate fails without any fault:', tail(output)]), told]
          .filter(Boolean)
          .join('\n'),
        `control  ${progressBar(done, of, performance.now() - begin)}`,
      );
      if (done === of) control = performance.now();
    },
    onTried(tried, done, of) {
      const bar = done === of ? '' : progressBar(done, of, performance.now() - control);
      tell(tellTried(tried, stream), bar && `faults   ${bar}`);
    },
  };
}

function tellTried({ mutant, fate, duration }: Tried, stream: NodeJS.WriteStream): string {
  const { outcome, reason, output } = fate;
  const color =
    outcome === 'KILLED' ? 'green' : outcome === 'NOT APPLICABLE' ? 'gray' : ('red' as const);
  const first = [
    styleText(color, outcome.padEnd(10), { stream }),
    time(duration).padStart(6),
    mutant.operator.padEnd(4),
    mutant.title,
  ].join(' ');
  if (outcome === 'KILLED') return first;
  const details = [`gate: ${mutant.gate}`, reason, ...(output ? [tail(output)] : [])];
  return [first, ...details.map((text) => `${text}`.replaceAll(/^/gm, ' '.repeat(11)))].join('\n');
}

/** The end of an output, which is where most commands say what was wrong. */
function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-40).join('\n');
}

function time(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
