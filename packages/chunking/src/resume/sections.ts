export const resumeTopics = [
  'identity',
  'summary',
  'experience',
  'education',
  'projects',
  'skills',
  'languages',
  'certificates',
  'publications',
  'volunteering',
  'interests',
  'references',
  'wishes',
] as const;

/** What a part of a résumé is about. */
export type ResumeTopic = (typeof resumeTopics)[number];

/** Topics whose parts are jobs, courses or projects, each with its time. */
export const topicsOfEntries = new Set<ResumeTopic>(['experience', 'education', 'projects', 'volunteering']);

/** Headings of each topic in English, French and Chinese, without accents. */
const NAMES: Record<Exclude<ResumeTopic, 'identity'>, readonly string[]> = {
  summary: [
    'summary',
    'profile',
    'about',
    'about me',
    'objective',
    'career objective',
    'professional summary',
    'executive summary',
    'personal statement',
    'overview',
    'profil',
    'profil professionnel',
    'a propos',
    'a propos de moi',
    'resume',
    'objectif',
    'objectifs',
    'presentation',
    'en bref',
    '自我评价',
    '个人简介',
    '个人总结',
    '自我介绍',
    '个人优势',
    '简介',
  ],
  experience: [
    'experience',
    'experiences',
    'work experience',
    'professional experience',
    'employment',
    'employment history',
    'work history',
    'career history',
    'career',
    'relevant experience',
    'positions held',
    'experience professionnelle',
    'experiences professionnelles',
    'parcours professionnel',
    'parcours',
    'emplois',
    'carriere',
    'stages et emplois',
    'stages',
    'internships',
    '工作经历',
    '工作经验',
    '职业经历',
    '实习经历',
    '工作履历',
    '任职经历',
    '从业经历',
  ],
  education: [
    'education',
    'education and training',
    'academic background',
    'academic qualifications',
    'qualifications',
    'training',
    'studies',
    'formation',
    'formations',
    'formation academique',
    'formation initiale',
    'formations et diplomes',
    'diplomes',
    'diplomes et formations',
    'etudes',
    'cursus',
    'parcours academique',
    'parcours scolaire',
    'scolarite',
    '教育经历',
    '教育背景',
    '学历',
    '教育',
    '学习经历',
    '培训经历',
  ],
  projects: [
    'projects',
    'selected projects',
    'personal projects',
    'key projects',
    'projets',
    'projets realises',
    'projets personnels',
    'realisations',
    'missions',
    '项目经历',
    '项目经验',
    '项目',
    '主要项目',
  ],
  skills: [
    'skills',
    'technical skills',
    'key skills',
    'core skills',
    'competencies',
    'core competencies',
    'expertise',
    'tools',
    'technologies',
    'areas of expertise',
    'skills and tools',
    'competences',
    'competences techniques',
    'competences cles',
    'competences informatiques',
    'savoir-faire',
    'savoir-etre',
    'outils',
    'informatique',
    'logiciels',
    'atouts',
    '技能',
    '专业技能',
    '技能特长',
    '个人技能',
    '掌握技能',
    '技能证书',
  ],
  languages: [
    'languages',
    'language skills',
    'langues',
    'langues etrangeres',
    'competences linguistiques',
    '语言',
    '语言能力',
    '外语水平',
  ],
  certificates: [
    'certifications',
    'certificates',
    'licenses',
    'awards',
    'honors',
    'honours',
    'awards and honors',
    'licenses and certifications',
    'certificats',
    'habilitations',
    'prix',
    'distinctions',
    'permis',
    '证书',
    '资格证书',
    '荣誉',
    '获奖情况',
    '荣誉奖项',
    '所获荣誉',
  ],
  publications: [
    'publications',
    'papers',
    'patents',
    'talks',
    'communications',
    'brevets',
    '论文',
    '发表论文',
    '专利',
    '学术成果',
  ],
  volunteering: [
    'volunteering',
    'volunteer experience',
    'volunteer work',
    'community service',
    'benevolat',
    'engagements',
    'engagement associatif',
    'vie associative',
    'activites associatives',
    '志愿者经历',
    '社会实践',
    '社团经历',
    '校园经历',
  ],
  interests: [
    'interests',
    'hobbies',
    'hobbies and interests',
    'personal interests',
    'activities',
    'loisirs',
    "centres d'interet",
    "centre d'interet",
    'interets',
    'activites',
    'divers',
    '兴趣爱好',
    '爱好',
    '兴趣',
  ],
  references: ['references', 'referees', '推荐人', '证明人'],
  wishes: [
    'desired position',
    'job preferences',
    'poste recherche',
    'poste vise',
    'mobilite',
    '求职意向',
    '期望工作',
    '期望职位',
  ],
};

const topics = new Map<string, ResumeTopic>(
  Object.entries(NAMES).flatMap(([topic, names]) =>
    names.map((name) => [name, topic as ResumeTopic] as const),
  ),
);
/** Headings above who a person is. */
for (const name of [
  'contact',
  'contact details',
  'contact information',
  'personal information',
  'personal details',
  'coordonnees',
  'etat civil',
  'informations personnelles',
  '个人信息',
  '基本信息',
  '联系方式',
  '个人资料',
])
  topics.set(name, 'identity');

const LONGEST_HEADING = 48;

/** A text without accents, signs around it and capitals: as headings are compared. */
export function foldHeading(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replace(/[’`]/g, "'")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'\s/&+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The topic that a line names as a heading; undefined where it is none. Two names joined by "and" are the first of them:
 * "Skills & Languages".
 */
export function findTopic(text: string): ResumeTopic | undefined {
  if (text.length > LONGEST_HEADING || /[.;,]$|@|\d{2}/.test(text)) return undefined;
  const folded = foldHeading(text.replace(/^(?:[ivx]+|\d|[一二三四五六七八九十])\s*[.)、．]\s*/iu, ''));
  // Letters set apart: "E D U C A T I O N".
  const joined = /^(?:\p{L} )+\p{L}$/u.test(folded) ? folded.replaceAll(' ', '') : folded;
  const whole = topics.get(joined) ?? topics.get(joined.replaceAll(' ', ''));
  if (whole) return whole;
  const parts = joined.split(/\s*(?:&|\+|\/|\band\b|\bet\b|与|和|及)\s*/u).map((part) => part.trim());
  const known = parts.map((part) => topics.get(part));
  return parts.length > 1 && known.every((topic) => topic !== undefined) ? known[0] : undefined;
}
