import { levels } from '@lectern/contract';
import type { Platform } from '../../platform/platform.ts';
import { insertAccount, lockAccountNames } from '../accounts/account.service.ts';
import { accounts } from '../accounts/account.table.ts';
import { generatePassword, hashPassword } from '../accounts/password.service.ts';
import { createPersonalCompany } from '../companies/company.service.ts';
import { insertFirstPackage } from '../companies/package.queries.ts';

/** On an empty database: creates the unlimited package for sign-ups and the administrator. Returns the credentials to show. */
export async function createFirstAdministrator({ database, config }: Platform) {
  const email = config.admin.email ?? 'admin@lectern.local';
  const password = config.admin.password ?? generatePassword();
  return database.asSystem('the first start', async (tx) => {
    // If several processes start together, the others find the first one's administrator.
    await lockAccountNames(tx);
    const [anyone] = await tx.select({ id: accounts.id }).from(accounts).limit(1);
    if (anyone) return undefined;
    await insertFirstPackage(tx);
    const administrator = {
      email,
      username: 'admin',
      passwordHash: await hashPassword(password),
      language: 'en' as const,
      isAdmin: true,
      // A password that the operator chose is known to nobody else.
      mustChangePassword: config.admin.password === undefined,
      // A new installation may have no mail server yet.
      emailVerifiedAt: new Date(),
    };
    const accountId = await insertAccount(tx, administrator, 'proved');
    await createPersonalCompany(tx, accountId, levels.COMPANY);
    return { email, generatedPassword: config.admin.password === undefined ? password : undefined };
  });
}
