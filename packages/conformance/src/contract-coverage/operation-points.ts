import { bodyPoints } from './body-points.ts';
import type { Content, OperationShape } from './operation-shape.ts';
import type { Point, PointKind } from './point.ts';

/** Everything that the exchanges of an operation can show. */
export function operationPoints({
  operation,
  parameters,
  request,
  answers,
}: OperationShape): Point[] {
  const { operationId } = operation;
  const pointsIn =
    (part: string) =>
    (kind: PointKind, what: string, contract: string): Point => ({
      id: `${operationId} ${what}`,
      kind,
      group: operationId,
      part,
      contract,
    });
  const ofContent = (name: string, { mediaType, contract, shape, examples }: Content): Point[] => {
    const point = pointsIn(`${name} ${mediaType}`);
    return [
      point('message', `${name} ${mediaType}`, contract),
      ...examples.map((it) => point('example', `${name} example ${it.name}`, it.contract)),
      ...bodyPoints(shape).map((it) => point(it.kind, `${name} body ${it.id}`, it.contract)),
    ];
  };
  const parameter = pointsIn('parameters');
  return [
    ...parameters.flatMap(({ part: { name, in: place, required }, pointer }) => [
      parameter('present', `${place} ${name} present`, pointer),
      ...(required ? [] : [parameter('absent', `${place} ${name} absent`, pointer)]),
    ]),
    ...(request?.contents ?? []).flatMap((content) => ofContent('request', content)),
    ...(request && !request.isRequired
      ? [pointsIn('request')('absent', 'request absent', request.contract)]
      : []),
    ...answers.flatMap(({ status, contents }) =>
      contents.flatMap((content) => ofContent(status, content)),
    ),
  ];
}
