import type { Json } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { textOutput } from './outputs.ts';
import { asList, asObject, asString, requestJson, withQuery } from './outside/request.ts';
import { weatherOptionTexts, weatherTexts } from './weather.texts.ts';
import { describeWeather } from './weather-codes.ts';

const periods = ['now', '3d', '7d', '10d', '15d', '30d'] as const;
/** The service forecasts no further. */
const mostDays = 16;

export const weather = defineFlowComponent({
  id: 'weather',
  category: 'tools',
  icon: 'M8 15a4 4 0 1 1 1-7.900M12 5V3M17 7l1.500-1.500M19 12h2M7 20h9a3 3 0 0 0 0-6 5 5 0 0 0-9.500 1.500A2.500 2.500 0 0 0 7 20',
  texts: weatherTexts,
  example: { place: '{{begin.city}}', period: '3d' },
  options: z.object({ place: template(500), period: z.enum(periods).default('now') }),
  layout: {
    place: { widget: 'template', texts: weatherOptionTexts.place },
    period: { widget: 'select', texts: weatherOptionTexts.period },
  },
  ports: [
    { id: 'out', texts: { en: 'Found', fr: 'Trouvé', zh: '已找到', 'zh-TRADITIONAL': '已找到' } },
    {
      id: 'nothing',
      texts: {
        en: 'Unknown place',
        fr: 'Lieu inconnu',
        zh: '未知地点',
        'zh-TRADITIONAL': '未知地點',
      },
    },
  ],
  outputs: [
    textOutput,
    {
      name: 'place',
      type: 'text',
      texts: {
        en: 'The place that was found',
        fr: 'Le lieu trouvé',
        zh: '找到的地点',
        'zh-TRADITIONAL': '找到的地點',
      },
    },
    {
      name: 'results',
      type: 'list',
      texts: {
        en: 'The weather now, or one entry a day',
        fr: 'Le temps actuel, ou une entrée par jour',
        zh: '当前天气，或每天一项',
        'zh-TRADITIONAL': '目前天氣，或每天一項',
      },
    },
  ],
  effect: 'read',
  run: async (context) => {
    const { options, question, language } = context;
    const asked = options.place.trim() || question.trim();
    const place = asked === '' ? undefined : await findPlace();
    if (!place) return { outputs: { text: '', place: '', results: [] }, port: 'nothing' };
    const results = options.period === 'now' ? await readNow() : await readDays();
    const text = [place.name, ...results.map(asLine)].join('\n');
    return { outputs: { text, place: place.name, results } };

    async function findPlace() {
      const found = asObject(
        await requestJson(
          context,
          withQuery('https://geocoding-api.open-meteo.com/v1/search', {
            name: asked,
            count: 1,
            language: language === 'fr' ? 'fr' : language === 'en' ? 'en' : 'zh',
            format: 'json',
          }),
        ),
      );
      const [first] = asList(found.results).map(asObject);
      if (!first) return undefined;
      const name = [first.name, first.admin1, first.country].map(asString).filter(Boolean);
      return {
        latitude: Number(first.latitude),
        longitude: Number(first.longitude),
        name: [...new Set(name)].join(', '),
      };
    }

    async function readForecast(query: Record<string, string | number>) {
      const { latitude = 0, longitude = 0 } = place ?? {};
      const url = withQuery('https://api.open-meteo.com/v1/forecast', {
        latitude,
        longitude,
        timezone: 'auto',
        ...query,
      });
      return asObject(await requestJson(context, url));
    }

    async function readNow() {
      const current =
        'temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,weather_code,wind_speed_10m';
      const now = asObject((await readForecast({ current })).current);
      return [
        {
          time: asString(now.time),
          weather: describeWeather(now.weather_code, language),
          temperature: now.temperature_2m ?? null,
          feelsLike: now.apparent_temperature ?? null,
          humidity: now.relative_humidity_2m ?? null,
          precipitation: now.precipitation ?? null,
          wind: now.wind_speed_10m ?? null,
        },
      ];
    }

    async function readDays() {
      const days = Math.min(mostDays, Number.parseInt(options.period, 10));
      const daily =
        'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,wind_speed_10m_max';
      const given = asObject((await readForecast({ daily, forecast_days: days })).daily);
      const at = (name: string, i: number): Json => asList(given[name])[i] ?? null;
      return asList(given.time).map((time, i) => ({
        time: asString(time),
        weather: describeWeather(at('weather_code', i), language),
        highest: at('temperature_2m_max', i),
        lowest: at('temperature_2m_min', i),
        precipitation: at('precipitation_sum', i),
        precipitationChance: at('precipitation_probability_max', i),
        wind: at('wind_speed_10m_max', i),
      }));
    }
  },
});

function asLine(entry: Record<string, Json>): string {
  const { time, weather, temperature, highest, lowest, precipitation, wind } = entry;
  const degrees = temperature === undefined ? `${lowest}–${highest} °C` : `${temperature} °C`;
  return [time, weather, degrees, `${precipitation} mm`, `${wind} km/h`].map(asString).join(' · ');
}
