import type { FacultyProfileDto } from '../users/model/dto/faculty-profile.dto.js';

/** number, first name, last name, address before the @ */
export type EmployeeRow = readonly [string, string, string, string];

export const FACULTY: readonly (readonly [...EmployeeRow, FacultyProfileDto])[] = [
  ['F-201', 'Adaeze', 'Nwachi-Bright', 'adaeze.nwachi', chair('Educational Leadership', 'school climate')],
  ['F-202', 'Benedikt', 'Tannenwald', 'benedikt.tannenwald', chair('Statistics', 'causal inference')],
  ['F-203', '千夏', '月影', 'chinatsu.tsukikage', chair('Epidemiology', 'ageing')],
  ['F-204', 'Dolores', 'Ibáñez-Roble', 'dolores.ibanez', chair('Nursing', 'patient safety')],
  [
    'F-205',
    'Élodie',
    'Beauvallon',
    'elodie.beauvallon',
    chair('Higher Education', 'first-generation students'),
  ],
  ['F-206', 'Fergus', 'MacGlenn', 'fergus.macglenn', expert('Computer Science', 'language models')],
  ['F-207', 'Gülnur', 'Akşehirli', 'gulnur.aksehirli', expert('Health Policy', 'rural care')],
  [
    'F-208',
    'Héctor',
    'Montequinto',
    'hector.montequinto',
    expert('Curriculum Studies', 'bilingual education'),
  ],
  [
    'F-209',
    'Irina',
    'Леснянская',
    'irina.lesnyanskaya',
    methodologist('structural equation models', ['R', 'Mplus']),
  ],
  ['F-210', 'Jelani', 'Mwangaza', 'jelani.mwangaza', methodologist('mixed methods', ['NVivo', 'MAXQDA'])],
  [
    'F-211',
    'Kalani',
    'Makanaʻole',
    'kalani.makanaole',
    methodologist('survey design', ['Qualtrics', 'Stata']),
  ],
  ['F-212', 'Liisa', 'Koivumäki', 'liisa.koivumaki', member('Social Work', 'available')],
  ['F-213', 'Mostafa', 'کوهستانی', 'mostafa.kuhestani', member('Biostatistics', 'limited')],
  ['F-214', 'Nadezhda', 'Белогорская', 'nadezhda.belogorskaya', member('Linguistics', 'unavailable')],
  [
    'F-215',
    'Oluwaseun',
    'Adébáyọ̀-Hill',
    'oluwaseun.adebayo',
    {
      ...member('Public Administration', 'available'),
      isExternal: true,
      externalOrganization: 'City of Northfield',
    },
  ],
  [
    'F-216',
    'Philippa',
    'Larkmoor',
    'philippa.larkmoor',
    { ...member('Ethics', 'available'), isExternal: true, externalOrganization: 'Harbour Hospital' },
  ],
] as (readonly [...EmployeeRow, FacultyProfileDto])[];

/** The last two are administrators of the integration. */
export const STAFF: readonly EmployeeRow[] = [
  ['T-301', 'Quentin', 'Ashgrove', 'quentin.ashgrove'],
  ['T-302', 'Rosalía', 'Campoamor', 'rosalia.campoamor'],
  ['T-303', 'Siobhán', 'Glennwood', 'siobhan.glennwood'],
  ['T-304', 'Tomasz', 'Jesionek', 'tomasz.jesionek'],
  ['T-305', 'Uchenna', 'Riverson', 'uchenna.riverson'],
  ['T-306', 'Viktória', 'Hársfai', 'viktoria.harsfai'],
  ['T-307', 'Wen', '竹林', 'wen.zhulin'],
  ['T-308', 'Yasmin', 'Rosewater', 'yasmin.rosewater'],
];

function chair(degreeField: string, topic: string): FacultyProfileDto {
  return {
    highestDegree: 'PhD',
    degreeField,
    facultyRank: 'Professor',
    availabilityStatus: 'available',
    contentExpertiseTags: [topic, 'policy'],
    committeeRolesSupported: ['chair', 'member'],
    canServeAsChair: true,
    graduateFacultyStatus: true,
    isCommitteeEligible: true,
    maxConcurrentCommittees: 12,
    expertiseNotes: `Has led committees on ${topic} for many years; prefers to meet every other week.`,
  };
}

function expert(degreeField: string, topic: string): FacultyProfileDto {
  return {
    highestDegree: 'PhD',
    degreeField,
    facultyRank: 'Associate Professor',
    availabilityStatus: 'available',
    contentExpertiseTags: [topic],
    committeeRolesSupported: ['content_expert', 'member'],
    graduateFacultyStatus: true,
    isCommitteeEligible: true,
    maxConcurrentCommittees: 14,
  };
}

function methodologist(method: string, tools: string[]): FacultyProfileDto {
  return {
    highestDegree: 'PhD',
    degreeField: 'Research Methods',
    facultyRank: 'Assistant Professor',
    tools,
    methodsExpertise: [method],
    committeeRolesSupported: ['methodologist_technical_expert'],
    availabilityStatus: 'limited',
    isCommitteeEligible: true,
    maxConcurrentCommittees: 14,
  };
}

function member(
  degreeField: string,
  availabilityStatus: 'available' | 'limited' | 'unavailable',
): FacultyProfileDto {
  return {
    highestDegree: 'PhD',
    degreeField,
    facultyRank: 'Lecturer',
    availabilityStatus,
    committeeRolesSupported: ['member'],
    isCommitteeEligible: true,
    maxConcurrentCommittees: 14,
  };
}
