import { listModelProviders, type Model } from '@lectern/contract';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { useApiQuery } from '../../api/queries.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { ModelForm } from './model-form.tsx';
import type { ModelOwner } from './model-owner.ts';

/** Adds a model of this owner, or changes one. */
export function openModelDialog(t: TFunction<'models'>, owner: ModelOwner, model?: Model): void {
  const id = modals.open({
    title: model ? t('editTitle', { name: model.name }) : t('addTitle'),
    size: 560,
    children: <DialogBody owner={owner} model={model} close={() => modals.close(id)} />,
  });
}

type Props = { owner: ModelOwner; model: Model | undefined; close: () => void };

function DialogBody({ owner, model, close }: Props) {
  const providers = useApiQuery(listModelProviders, {}, { staleTime: 5 * 60_000 });
  return (
    <QueryBoundary query={providers} skeleton={<SkeletonList rows={4} height={52} />}>
      {({ items }) => (
        <ModelForm
          owner={owner}
          providers={items.filter((provider) => !provider.builtIn)}
          model={model}
          onDone={close}
        />
      )}
    </QueryBoundary>
  );
}
