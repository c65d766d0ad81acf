/** Writes the packages whose code is in the bundle, and those that are installed with it, as CycloneDX. */
import { writeFileSync } from "node:fs";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { bundledPackages, manifestIn } from "./packages.mjs";

function componentOf({ name, version, license }, type = Enums.ComponentType.Library) {
  const [scope, own] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = new PackageURL("npm", scope, own, version).toString();
  return new Models.Component(type, name, {
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
  const application = componentOf(own, Enums.ComponentType.Application);
  const components = [...bundledPackages(metafiles), ...installed].map((one) => componentOf(one));
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
