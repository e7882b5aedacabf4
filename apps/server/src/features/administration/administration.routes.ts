import {
  createAccount,
  createCompany,
  deleteCompany,
  disableCompany,
  enableCompany,
  getManagedCompany,
  getPlatformOverview,
  listAccounts,
  listCompanies,
  listModelsOfAccount,
  promoteAccount,
  updateAccount,
  updateManagedCompany,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAccountRows, presentAccounts } from './managed-account.queries.ts';
import {
  addAccount,
  administersAccounts,
  changeAccount,
  readModelsOfAccount,
} from './managed-account.service.ts';
import { listCompanyRows, presentCompanies } from './managed-company.queries.ts';
import {
  addCompany,
  administersCompanies,
  changeManagedCompany,
  deleteManagedCompany,
  disableManagedCompany,
  enableManagedCompany,
  readManagedCompany,
} from './managed-company.service.ts';
import { readPlatformOverview } from './platform-overview.service.ts';
import { promote } from './promotion.service.ts';

export function administrationRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listCompanies, ({ query }) =>
      database.acrossCompanies(administersCompanies, async (tx) => {
        const { rows, total } = await listCompanyRows(tx, query);
        return { items: await presentCompanies(tx, rows), total };
      }),
    ),
    route(getPlatformOverview, ({ language }) => readPlatformOverview(platform, language)),
    route(createCompany, ({ body, language, audit }) => addCompany(platform, body, language, audit)),
    route(getManagedCompany, ({ params }) => readManagedCompany(platform, params.companyId)),
    route(updateManagedCompany, ({ actor, params, body, audit }) =>
      changeManagedCompany(platform, { actor, id: params.companyId, audit }, body),
    ),
    route(enableCompany, ({ actor, params, audit }) =>
      enableManagedCompany(platform, { actor, id: params.companyId, audit }),
    ),
    route(disableCompany, ({ actor, params, audit }) =>
      disableManagedCompany(platform, { actor, id: params.companyId, audit }),
    ),
    route(deleteCompany, ({ actor, params, body, audit }) =>
      deleteManagedCompany(platform, { actor, id: params.companyId, audit }, body.name),
    ),

    route(listAccounts, ({ query }) =>
      database.acrossCompanies(administersAccounts, async (tx) => {
        const { rows, total } = await listAccountRows(tx, query);
        return { items: await presentAccounts(tx, rows), total };
      }),
    ),
    route(createAccount, ({ body, language, audit }) => addAccount(platform, body, language, audit)),
    route(updateAccount, ({ actor, params, body, audit }) =>
      changeAccount(platform, actor, params.accountId, body, audit),
    ),
    route(promoteAccount, ({ actor, body, audit }) => promote(platform, actor, body, audit)),
    route(listModelsOfAccount, ({ params }) => readModelsOfAccount(platform, params.accountId)),
  ];
}
