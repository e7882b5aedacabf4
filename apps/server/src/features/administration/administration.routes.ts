import {
  createAccount,
  createCompany,
  deleteCompany,
  disableCompany,
  enableCompany,
  getManagedCompany,
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
  administersAccounts,
  changeAccount,
  makeAccount,
  readModelsOfAccount,
} from './managed-account.service.ts';
import { listCompanyRows, presentCompanies } from './managed-company.queries.ts';
import {
  administersCompanies,
  changeManagedCompany,
  deleteManagedCompany,
  disableManagedCompany,
  enableManagedCompany,
  makeCompany,
  readManagedCompany,
} from './managed-company.service.ts';
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
    route(createCompany, ({ body, language, audit }) => makeCompany(platform, body, language, audit)),
    route(getManagedCompany, ({ params }) => readManagedCompany(platform, params.companyId)),
    route(updateManagedCompany, ({ params, body, audit }) =>
      changeManagedCompany(platform, params.companyId, body, audit),
    ),
    route(enableCompany, ({ params, audit }) => enableManagedCompany(platform, params.companyId, audit)),
    route(disableCompany, ({ actor, params, audit }) =>
      disableManagedCompany(platform, actor, params.companyId, audit),
    ),
    route(deleteCompany, ({ actor, params, body, audit }) =>
      deleteManagedCompany(platform, actor, { id: params.companyId, typedName: body.name }, audit),
    ),

    route(listAccounts, ({ query }) =>
      database.acrossCompanies(administersAccounts, async (tx) => {
        const { rows, total } = await listAccountRows(tx, query);
        return { items: await presentAccounts(tx, rows), total };
      }),
    ),
    route(createAccount, ({ body, language, audit }) => makeAccount(platform, body, language, audit)),
    route(updateAccount, ({ actor, params, body, audit }) =>
      changeAccount(platform, actor, params.accountId, body, audit),
    ),
    route(promoteAccount, ({ body, audit }) => promote(platform, body, audit)),
    route(listModelsOfAccount, ({ params }) => readModelsOfAccount(platform, params.accountId)),
  ];
}
