/** A catalogue with 20 formulas, each on some networks, and pages that are left out. */
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import {
  metricNetworks,
  profileNetworksOf,
  type MetricNetwork,
} from "../../src/catalog/networks.ts";
import { written } from "./own-catalogue.ts";

export const world = { profiles: 14, isBelievable: true };

/** 20 definitions: ratios, sums and differences, each on some networks. */
export const definitions: readonly (readonly [string, Partial<Record<MetricNetwork, string>>])[] =
  Array.from({ length: 20 }, (_, at) => {
    const texts = metricNetworks.flatMap((network, place) => {
      const flows = metricsOf(network, 3).filter(({ kind }) => kind.word === "flow");
      const [first, second = first, third = second] = [0, 1, 2].map(
        (more) => flows[(at + more) % Math.max(1, flows.length)]?.name,
      );
      const isDefined = (at + place) % 3 !== 0 && first !== undefined && first !== second;
      const forms = [
        `${first} / ${second}`,
        `${first} + ${second}`,
        `(${first} + ${second}) / ${third}`,
      ];
      return isDefined ? [[network, forms[at % 3]] as const] : [];
    });
    return [`own_${at}`, Object.fromEntries(texts)] as const;
  });

/** Pages of other networks have the same id. */
export const byId = { network: "facebook", profile: "100000000015838" } as const;

const leftOut = [
  "Acme UK",
  "acme  paris",
  ...profileNetworksOf[3].map((network) => ({ network, profile: "Acme US" })),
  byId,
];

/** The path of the file of this catalogue. */
export const teamCatalogue = (): string =>
  written(
    JSON.stringify({
      formulas: Object.fromEntries(
        definitions.map(([name, formula]) => [name, { formula, owner: "Brand team" }]),
      ),
      left_out: leftOut,
    }),
  );
