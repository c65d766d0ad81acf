/** Writes the packages whose code is in the bundle, and those that are installed with it, as CycloneDX. */
import { readFileSync, writeFileSync } from "node:fs";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { bundledPackages } from "./packages.mjs";

const manifestIn = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));

const urlOf = (name, version) => {
  const [scope, own] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return new PackageURL("npm", scope, own, version).toString();
};

function componentOf({ name, version, license }) {
  const purl = urlOf(name, version);
  return new Models.Component(Enums.ComponentType.Library, name, {
    version,
    purl,
    bomRef: purl,
    licenses: new Models.LicenseRepository([
      /[ ()]/.test(license)
        ? new Models.LicenseExpression(license)
        : new Models.SpdxLicense(license),
    ]),
  });
}

/** The same bytes for the same packages: no serial number, no time. */
export function writeBillOfMaterials(target, metafiles) {
  const own = manifestIn(".");
  const installed = Object.keys(own.dependencies).map((name) => manifestIn(`node_modules/${name}`));
  const application = new Models.Component(Enums.ComponentType.Application, own.name, {
    version: own.version,
    purl: urlOf(own.name, own.version),
    bomRef: urlOf(own.name, own.version),
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(own.license)]),
  });
  const components = [...bundledPackages(metafiles), ...installed].map(componentOf);
  for (const { bomRef } of components) application.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: application }),
    components: new Models.ComponentRepository(components),
  });
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  const text = serializer.serialize(bom, { sortLists: true, space: 2 });
  writeFileSync(target, `${text}\n`);
}
