/** number, first name, last name, address before the @, program, year of entry */
export type StudentRow = readonly [string, string, string, string, ProgramKey, number];

export type ProgramKey = keyof typeof PROGRAMS;

/** By programId: name and degree. */
export const PROGRAMS = {
  'edd-leadership': ['Educational Leadership', 'EdD'],
  'phd-data-science': ['Data Science', 'PhD'],
  'phd-public-health': ['Public Health', 'PhD'],
  'dnp-nursing': ['Nursing Practice', 'DNP'],
} as const;

/** Names are invented, in the ways many languages write them. */
export const STUDENTS: readonly StudentRow[] = [
  ['S-1001', 'Amahle', 'Mbatha-Khumalo', 'amahle.mbatha', 'edd-leadership', 2023],
  ['S-1002', 'Björn', 'Åkerfjord', 'bjorn.akerfjord', 'phd-data-science', 2022],
  ['S-1003', '明慧', '李', 'minghui.li', 'phd-data-science', 2023],
  ['S-1004', 'Chidinma', 'Okwuosa-Eze', 'chidinma.okwuosa', 'phd-public-health', 2021],
  ['S-1005', 'Dáithí', 'Ó Ceallacháin', 'daithi.oceallachain', 'edd-leadership', 2024],
  ['S-1006', 'Eszter', 'Szőlősi', 'eszter.szolosi', 'phd-public-health', 2022],
  ['S-1007', 'فاطمة', 'الزهراوي', 'fatima.zahrawi', 'edd-leadership', 2023],
  ['S-1008', 'Giulia', "D'Alberoverde", 'giulia.dalberoverde', 'dnp-nursing', 2024],
  ['S-1009', 'Hana', 'Dvořáčková', 'hana.dvorackova', 'phd-data-science', 2021],
  ['S-1010', 'Ікарина', 'Соловейко', 'ikaryna.soloveiko', 'phd-public-health', 2023],
  ['S-1011', 'João Pedro', 'Vasconcelos do Monte', 'joao.vasconcelos', 'edd-leadership', 2022],
  ['S-1012', 'Kateřina', 'Novotná-Říhová', 'katerina.novotna', 'dnp-nursing', 2023],
  ['S-1013', 'Lwazi', 'Dlamini-Nxele', 'lwazi.dlamini', 'edd-leadership', 2021],
  ['S-1014', 'さくら', '星野原', 'sakura.hoshinohara', 'phd-data-science', 2024],
  ['S-1015', 'Niamh', "O'Dunleavy", 'niamh.odunleavy', 'phd-public-health', 2022],
  ['S-1016', 'Øystein', 'Fjellhøy', 'oystein.fjellhoy', 'edd-leadership', 2020],
  ['S-1017', 'Παρασκευή', 'Θαλασσινού', 'paraskevi.thalassinou', 'phd-data-science', 2022],
  ['S-1018', 'Quỳnh Như', 'Đặng Hoài', 'quynhnhu.dang', 'dnp-nursing', 2022],
  ['S-1019', 'Rūta', 'Žvaigždutė', 'ruta.zvaigzdute', 'phd-public-health', 2024],
  ['S-1020', 'Sólveig', 'Brimnesdóttir', 'solveig.brimnesdottir', 'edd-leadership', 2023],
  ['S-1021', 'Tāne', 'Waimārama', 'tane.waimarama', 'edd-leadership', 2022],
  ['S-1022', 'Uğur', 'Çınaroğlu', 'ugur.cinaroglu', 'phd-data-science', 2020],
  ['S-1023', 'वैदेही', 'पर्वतकर', 'vaidehi.parvatkar', 'phd-public-health', 2021],
  ['S-1024', 'Wiremu', 'Kahurangi-Stone', 'wiremu.kahurangi', 'dnp-nursing', 2021],
  ['S-1025', 'Ximena', 'Peñaflorida', 'ximena.penaflorida', 'edd-leadership', 2024],
  ['S-1026', '서연', '한가람', 'seoyeon.hangaram', 'phd-data-science', 2023],
  ['S-1027', 'Zdzisława', 'Wierzbińska', 'zdzislawa.wierzbinska', 'edd-leadership', 2020],
  ['S-1028', 'Aurélie', 'de la Forêt-Noire', 'aurelie.delaforet', 'phd-public-health', 2023],
  ['S-1029', 'Bongani', 'Zulu-Maseko', 'bongani.zulu', 'dnp-nursing', 2023],
  ['S-1030', 'Cătălina', 'Stejărescu', 'catalina.stejarescu', 'phd-data-science', 2021],
  ['S-1031', 'Dinh', 'Nguyễn Thảo', 'dinh.nguyen', 'edd-leadership', 2022],
  ['S-1032', 'Ewa', 'Gołąbkowska', 'ewa.golabkowska', 'phd-public-health', 2022],
  ['S-1033', 'Farrukh', 'Yoʻldoshov', 'farrukh.yoldoshov', 'dnp-nursing', 2024],
  ['S-1034', 'גלית', 'שקדי־הר', 'galit.shkedi', 'edd-leadership', 2021],
  ['S-1035', 'Hüseyin', 'Gökçesu', 'huseyin.gokcesu', 'phd-data-science', 2024],
  ['S-1036', 'Ingrid', 'von Sternental', 'ingrid.vonsternental', 'phd-public-health', 2020],
  ['S-1037', 'Jakob', 'Süßmühl', 'jakob.suessmuehl', 'edd-leadership', 2023],
  ['S-1038', 'ካሌብ', 'አድማስ', 'kaleb.admas', 'dnp-nursing', 2022],
];

/** People whom the second night's feed sends as inactive. */
export const LEFT: ReadonlySet<string> = new Set(['S-1031', 'S-1036', 'F-214', 'T-306']);
