import { enrichmentOptions, profiles, readingOptions } from '@lectern/contract';
import { expect, test } from 'vitest';
import {
  changeMethod,
  checkPageRanges,
  findMissingRaptor,
  finishChunkingSettings,
  toChunkingSettings,
} from './chunking.ts';
import { applyProfile, findOfferedProfiles, findProfile } from './settings/profile-settings.ts';

const method = {
  id: 'naive',
  name: 'General',
  description: '',
  use: '',
  accepts: [],
  drawsGraph: false,
  refines: false,
  options: [
    { name: 'tokenNumber', widget: 'number' as const, required: true, default: 512 },
    { name: 'delimiter', widget: 'text' as const, required: false },
  ],
};
const stored = {
  chunkMethod: 'naive',
  chunkOptions: {},
  readingOptions: readingOptions.parse({}),
  enrichmentOptions: enrichmentOptions.parse({}),
};

test('page ranges miss an end, run backwards or overlap', () => {
  expect(
    checkPageRanges([
      { from: null, to: 3 },
      { from: 2, to: null },
      { from: 9, to: 9 },
      { from: 8, to: 12 },
    ]),
  ).toEqual([
    { from: 'missingStart' },
    { from: 'fromBeforePrevious', to: 'missingEnd' },
    { to: 'toNotAfterFrom' },
    { from: 'fromBeforePrevious' },
  ]);
});

test('a range may begin where the one before ended', () => {
  expect(
    checkPageRanges([
      { from: 1, to: 3 },
      { from: 3, to: 5 },
    ]),
  ).toEqual([{}, {}]);
});

test('defaults fill what was never set, and only known options are sent', () => {
  const chunking = { ...toChunkingSettings(stored), options: { other: 1 } };
  expect(finishChunkingSettings(chunking, method)?.chunkOptions).toEqual({ tokenNumber: 512 });
});

test('nothing is sent while a required option or a page is missing', () => {
  const chunking = toChunkingSettings(stored);
  expect(finishChunkingSettings({ ...chunking, options: { tokenNumber: '' } }, method)).toBeUndefined();
  expect(
    finishChunkingSettings({ ...chunking, pageRanges: [{ from: 1, to: null }] }, method),
  ).toBeUndefined();
});

test('summaries ask for each of their fields while they are on, and for none while off', () => {
  const chunking = toChunkingSettings(stored);
  const raptor = { ...chunking.enrichment.raptor, prompt: ' ', threshold: null, randomSeed: null };
  const withRaptor = (enabled: boolean) => ({
    ...chunking,
    enrichment: { ...chunking.enrichment, raptor: { ...raptor, enabled } },
  });
  expect(findMissingRaptor({ ...raptor, enabled: true })).toEqual(['prompt', 'threshold', 'randomSeed']);
  expect(finishChunkingSettings(withRaptor(true), method)).toBeUndefined();
  expect(finishChunkingSettings(withRaptor(false), method)?.enrichmentOptions).toEqual(
    stored.enrichmentOptions,
  );
});

test('a graph needs types of entities, also where the method draws it by itself', () => {
  const chunking = toChunkingSettings(stored);
  const untyped = {
    ...chunking,
    enrichment: { ...chunking.enrichment, graph: { enabled: false, entityTypes: [] } },
  };
  expect(finishChunkingSettings(untyped, method)?.enrichmentOptions.graph.entityTypes).not.toEqual([]);
  expect(finishChunkingSettings(untyped, { ...method, drawsGraph: true })).toBeUndefined();
});

test('a profile is recognised until something of it is changed', () => {
  const methods = [method, { ...method, id: 'laws', options: [] }];
  const rules = profiles.find(({ id }) => id === 'municipal_rules')!;
  const applied = applyProfile(toChunkingSettings(stored), rules);
  expect(findProfile(toChunkingSettings(stored), methods)).toBe('default');
  expect(findProfile(applied, methods)).toBe('municipal_rules');
  // Which model writes and what reads scans is no matter of the profile.
  const otherModel = {
    ...applied,
    reading: { ...applied.reading, ocr: 'off' as const },
    enrichment: { ...applied.enrichment, chatModelId: 'm' },
  };
  expect(findProfile(otherModel, methods)).toBe('municipal_rules');
  expect(findProfile({ ...applied, chunkMethod: 'naive' }, methods)).toBeUndefined();
  expect(findOfferedProfiles([method]).map(({ id }) => id)).toEqual(['default', 'web']);
});

test('another method has its own defaults, and keeps what a person set', () => {
  const manual = { ...method, id: 'manual', options: [{ ...method.options[0]!, default: 768 }] };
  const tokensIn = (tokenNumber: number) => {
    const chunking = { ...toChunkingSettings(stored), options: { tokenNumber } };
    return finishChunkingSettings(changeMethod(chunking, [method, manual], 'manual'), manual)?.chunkOptions;
  };
  expect(tokensIn(512)).toEqual({ tokenNumber: 768 });
  expect(tokensIn(300)).toEqual({ tokenNumber: 300 });
});
