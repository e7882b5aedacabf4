export { meanFigures, type RankingFigures, scoreRanking, scoreRanks } from './figures.ts';
export {
  type Expectation,
  type RankedExpectations,
  type RankedHit,
  rankExpectations,
} from './rank-expectations.ts';
