import { listModelsOfAccount, type Model } from '@lectern/contract';
import { Badge, Box, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import { useModelName } from '../../../ui/display/use-model-name.ts';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import classes from '../administration.module.css';

const owners = { built_in: 'builtIn', platform: 'platform', company: 'company' } as const;

export function AccountModels({ accountId }: { accountId: string }) {
  const { t } = useTranslation('administration');
  const query = useApiQuery(listModelsOfAccount, { params: { accountId } });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonText lines={6} />}>
      {({ companies }) => (
        <Stack gap={20}>
          <Text c="dimmed">{t(companies.length === 0 ? 'accountModels.none' : 'accountModels.text')}</Text>
          {companies.map(({ id, name, models }) => (
            <section key={id}>
              <h3 className={classes.part}>{name}</h3>
              {models.length === 0 && <Text c="dimmed">{t('accountModels.noneHere')}</Text>}
              {models.map((model) => (
                <ModelRow key={model.id} model={model} />
              ))}
            </section>
          ))}
        </Stack>
      )}
    </QueryBoundary>
  );
}

function ModelRow({ model }: { model: Model }) {
  const { t } = useTranslation('administration');
  const nameOf = useModelName();
  const detail = model.builtIn ? undefined : `${model.providerName} · ${model.modelName}`;
  return (
    <div className={classes.model}>
      <Box flex={1} miw={0}>
        <LongText>{nameOf(model)}</LongText>
        {detail !== undefined && (
          <Text size="xs" c="dimmed" component="div">
            <LongText>{detail}</LongText>
          </Text>
        )}
      </Box>
      <Badge color="gray">{t(`accountModels.types.${model.type}`)}</Badge>
      <Badge color={model.owner === 'company' ? 'teal' : 'gray'}>
        {t(`accountModels.${owners[model.owner]}`)}
      </Badge>
    </div>
  );
}
