/** Writes the packages whose code is in the bundle, and those that are installed with it, as CycloneDX. */
import { writeFileSync } from "node:fs";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { bundledPackages, manifestIn } from "./packages.mjs";

function componentOf({ name, version, license }, type = Enums.ComponentType.Library) {
  const [scope, baseName] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = new PackageURL("npm", scope, baseName, version).toString();
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
  const manifest = manifestIn(".");
  const installed = Object.keys(manifest.dependencies).map((name) =>
    manifestIn(`node_modules/${name}`),
  );
  const application = componentOf(manifest, Enums.ComponentType.Application);
  const components = [...bundledPackages(metafiles), ...installed].map((content) =>
    componentOf(content),
  );
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
