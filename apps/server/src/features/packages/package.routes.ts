import {
  createPackage,
  deletePackage,
  disablePackage,
  enablePackage,
  listPackages,
  updatePackage,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { countCompanies, listPackageRows } from '../companies/package.queries.ts';
import {
  addPackage,
  changePackage,
  presentPackage,
  removePackage,
  setPackageEnabled,
} from './package.service.ts';

export function packageRoutes(platform: Platform) {
  return [
    route(listPackages, ({ query }) =>
      platform.database.acrossCompanies('packages belong to the platform', async (tx) => {
        const { rows, total } = await listPackageRows(tx, query);
        const counts = await countCompanies(
          tx,
          rows.map(({ id }) => id),
        );
        return { items: rows.map((row) => presentPackage(row, counts.get(row.id) ?? 0)), total };
      }),
    ),
    route(createPackage, ({ body, audit }) => {
      audit(body.name);
      return addPackage(platform, body);
    }),
    route(updatePackage, ({ actor, params, body, audit }) =>
      changePackage(platform, { actor, id: params.packageId, audit }, body),
    ),
    route(enablePackage, ({ actor, params, audit }) =>
      setPackageEnabled(platform, { actor, id: params.packageId, audit }, true),
    ),
    route(disablePackage, ({ actor, params, audit }) =>
      setPackageEnabled(platform, { actor, id: params.packageId, audit }, false),
    ),
    route(deletePackage, ({ actor, params, audit }) =>
      removePackage(platform, { actor, id: params.packageId, audit }),
    ),
  ];
}
