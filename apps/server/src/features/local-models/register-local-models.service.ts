import type { Platform } from '../../platform/platform.ts';
import { addLocalModelRow, listLocalModelRows } from '../models/local-model-rows.service.ts';
import { lockLocalModels } from './local-model.queries.ts';

/** Makes what lies in the folder of models usable: also what the command line or an operator put there. */
export async function registerLocalModels({ database, localModels, log }: Platform): Promise<void> {
  const manifests = await localModels.store.list();
  if (manifests.length === 0) return;
  await database.acrossCompanies('models of this server serve every company', async (tx) => {
    const known = new Set((await listLocalModelRows(tx)).map(({ modelName }) => modelName));
    const found = manifests.filter(({ id }) => !known.has(id));
    if (found.length === 0) return;
    await lockLocalModels(tx);
    const now = new Set((await listLocalModelRows(tx)).map(({ modelName }) => modelName));
    for (const manifest of found.filter(({ id }) => !now.has(id))) {
      await addLocalModelRow(tx, manifest);
      log.info({ event: 'local_model.added', model: manifest.id });
    }
  });
}
