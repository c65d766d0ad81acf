/** The numbers of all networks, for references: the rows of each, below its name. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { FigureDimension, Figures } from "../../answers/replies/figures.ts";

/** A row for each network, or for each row of each network. */
export function networkFigures(parts: readonly Figures[]): Figures {
  const places = parts.flatMap((part, at) =>
    // Without dimensions, the numbers of all profiles are the row of a network.
    Array.from({ length: part.rowCount }, (_, row) => ({ part, at, row })),
  );
  const first = required(parts[0], "a network");
  const networks: FigureDimension = {
    name: "network",
    rows: parts.map(({ network }) => network),
    keys: places.map(({ at }) => at),
  };
  const dimensions = first.dimensions.map(({ name }, dimension): FigureDimension => {
    const names = places.map(({ part, row }) => {
      const partDimension = part.dimensions[dimension];
      return itemAt(partDimension?.rows, partDimension?.keys[row]) ?? "–";
    });
    const rows = [...new Set(names)];
    const placeOf = new Map(rows.map((row, place) => [row, place]));
    return { name, rows, keys: names.map((rowName) => required(placeOf.get(rowName), "a row")) };
  });
  return {
    network: "all networks",
    period: first.period,
    ...(first.before && { before: first.before }),
    dimensions: [networks, ...dimensions],
    rowCount: places.length,
    missing: parts.flatMap(({ missing = [] }) => missing),
    line(row) {
      const { part, row: partRow } = places[row] ?? { part: undefined, row: 0 };
      const line =
        part?.total !== undefined && dimensions.length === 0 ? part.total : part?.line(partRow);
      return {
        metrics: new Map(),
        coverage: new Map(),
        ...line,
        name: [part?.network, dimensions.length > 0 && line?.name].filter(Boolean).join(", "),
      };
    },
    // Numbers of several networks are never ranked together.
    order: { rank: [], rose: [], fell: [] },
  };
}
