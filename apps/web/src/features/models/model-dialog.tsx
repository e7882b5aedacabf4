import { listModelProviders, type Model } from '@lectern/contract';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { useApiQuery } from '../../api/queries.ts';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SkeletonList } from '../../ui/skeletons.tsx';
import { ModelForm } from './model-form.tsx';

/** Adds a model, or changes one. */
export function openModelDialog(t: TFunction<'shell'>, model?: Model): void {
  const id = modals.open({
    title: model ? t('models.editTitle', { name: model.name }) : t('models.addTitle'),
    size: 560,
    children: <DialogBody model={model} close={() => modals.close(id)} />,
  });
}

function DialogBody({ model, close }: { model: Model | undefined; close: () => void }) {
  const providers = useApiQuery(listModelProviders, {}, { staleTime: 5 * 60_000 });
  return (
    <QueryBoundary query={providers} skeleton={<SkeletonList rows={4} height={52} />}>
      {({ items }) => (
        <ModelForm providers={items.filter((provider) => !provider.builtIn)} model={model} onDone={close} />
      )}
    </QueryBoundary>
  );
}
