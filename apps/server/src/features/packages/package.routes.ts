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
import { countCompanies, listPackageRows } from './package.queries.ts';
import {
  changePackage,
  makePackage,
  presentPackage,
  removePackage,
  switchPackage,
} from './package.service.ts';

export function packageRoutes(platform: Platform) {
  return [
    route(listPackages, ({ query }) =>
      platform.database.acrossCompanies('packages belong to no company', async (tx) => {
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
      return makePackage(platform, body);
    }),
    route(updatePackage, ({ params, body, audit }) => changePackage(platform, params.packageId, body, audit)),
    route(enablePackage, ({ params, audit }) => switchPackage(platform, params.packageId, true, audit)),
    route(disablePackage, ({ params, audit }) => switchPackage(platform, params.packageId, false, audit)),
    route(deletePackage, ({ params, audit }) => removePackage(platform, params.packageId, audit)),
  ];
}
