import { own } from '../../base/own.ts';
import type { OwnMessage } from '../../engine/outcome.ts';
import type { ChartWords, Words } from '../words.ts';
import { arabicPartWords } from './ar-parts.ts';
import { counter } from './counter.ts';

const counted = counter('ar');

/** What a value must be, by its kind in the Type column. */
const must: Readonly<Record<string, string>> = {
  required: 'مطلوب',
  text: 'يجب أن يكون نصًا',
  integer: 'يجب أن يكون عددًا صحيحًا',
  decimal: 'يجب أن يكون عددًا',
  money: 'يجب أن يكون مبلغًا بخانتين عشريتين على الأكثر',
  boolean: 'يجب أن يكون نعم أو لا',
  date: 'يجب أن يكون تاريخًا',
  time: 'يجب أن يكون وقتًا',
  datetime: 'يجب أن يكون تاريخًا مع الوقت',
  duration: 'يجب أن يكون مدة زمنية',
  email: 'يجب أن يكون عنوان بريد إلكتروني',
  url: 'يجب أن يكون عنوان ويب يبدأ بـ http:// أو https://',
  phone: 'يجب أن يكون رقم هاتف',
  color: 'يجب أن يكون لونًا',
  uuid: 'يجب أن يكون معرّف UUID',
  slug: 'لا يقبل إلا حروفًا لاتينية صغيرة وأرقامًا وشرطات',
  enum: 'يجب أن يكون من القيم المعروضة',
  relation: 'يجب أن يكون سجلًا موجودًا',
  list: 'يجب أن يكون قائمة',
  file: 'يجب أن يكون ملفًا مرفوعًا',
  image: 'يجب أن يكون صورة',
};

function refusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'يرجى تسجيل الدخول.';
    case 'FORBIDDEN':
      return 'لا يحق لك فعل ذلك.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'هذا غير موجود هنا.' : `هذا غير موجود هنا (${entity}).`;
    case 'CONFLICT':
      return 'هذا غير ممكن الآن.';
    case 'INVALID':
      return field === '' ? 'هذه القيمة غير صالحة.' : `${field}: هذه القيمة غير صالحة.`;
    case 'required':
      return `${field} مطلوب.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'قيمته لا تناسب هذا المكان'}.`;
    case 'taken':
      return `${data['fields'] ?? ''}: هذه القيمة مستعملة من قبل.`;
    case 'referred':
      return `لا يمكن الحذف ما دامت سجلات أخرى تشير إليه (${entity}: ${field}).`;
    case 'rule':
      return `القاعدة «${data['rule'] ?? ''}» غير محققة.`;
    case 'no-field':
      return `${field} ليس حقلًا في ${entity}.`;
    case 'mistake-in-document':
      return 'لا يمكن فعل ذلك: في المستند خطأ هنا.';
    case 'no-accounts':
      return 'لا يستطيع أحد تسجيل الدخول: لا يقول المستند ما هو الحساب.';
    case 'sign-in':
      return 'هذا غير صحيح. يرجى المحاولة مرة أخرى.';
    case 'TOO_MANY_ATTEMPTS':
      return `محاولات كثيرة جدًا. يرجى المحاولة مرة أخرى بعد ${data['seconds'] ?? ''} ثانية.`;
    case 'TOO_EXPENSIVE':
      return 'هذا يتطلب عملاً كثيرًا. يرجى طلب أقل.';
    case 'wrong-password':
      return 'هذه ليست كلمة المرور الحالية.';
    case 'too-many-rows':
      return `يمكن أن يحوي الملف ${data['most'] ?? ''} صفًا، وهذا يحوي ${data['rows'] ?? ''}. يُرجى تقسيمه.`;
    case 'more-mistakes':
      return `عدد الأخطاء الأخرى: ${data['count'] ?? ''}.`;
    case 'failed':
      return 'حدث خلل في المنتج نفسه. لم يتغير شيء.';
    case 'storage-full':
      return 'مساحة التخزين في متصفحك ممتلئة، لذلك لم يُحفظ شيء. احذف ما لم تعد تحتاج إليه أو أفرغ مساحة من إعدادات المتصفح، ثم حاول مرة أخرى.';
    case 'outcome-unknown':
      return 'لا يُعرف هل حُفظ هذا أم لا. أعد تحميل الصفحة قبل أن تحاول مرة أخرى.';
    case 'unavailable':
      return 'المنتج لا يستجيب الآن، ولم يُحفظ شيء. حاول مرة أخرى بعد قليل.';
  }
}

function chartTitle({ aggregate, entity, field, by, per }: ChartWords): string {
  const what = { count: entity, sum: 'مجموع', avg: 'متوسط', min: 'أصغر', max: 'أكبر' }[aggregate];
  const times = { day: 'يوم', week: 'أسبوع', month: 'شهر', year: 'سنة' };
  return `${what}${aggregate === 'count' ? '' : ` ${field}`} حسب ${by}${per ? ` لكل ${times[per]}` : ''}`;
}

export const arabicWords: Words = {
  ui: {
    close: 'إغلاق',
    clear: 'مسح',
    choose: 'اختر…',
    none: 'لا شيء',
    searching: 'جارٍ البحث…',
    nothingFound: 'لم يُعثر على شيء',
    searchFailed: 'فشل البحث. اكتب أو افتح مرة أخرى.',
    didNotLoad: 'لم يُحمَّل هذا. تحقّق من الاتصال بالشبكة ثم حاول مرة أخرى.',
    remove: (what) => `إزالة ${what}`,
    addTag: 'إضافة…',
    dropFile: 'أفلت ملفًا هنا أو الصقه، أو',
    chooseFile: 'اختر ملفًا',
    previousPage: 'الصفحة السابقة',
    nextPage: 'الصفحة التالية',
    range: (from, to, total) => `${counted(from, { other: '#' })}–${counted(to, { other: '#' })} من ${counted(total, { other: '#' })}`,
    required: 'مطلوب',
    increase: 'زيادة',
    decrease: 'إنقاص',
    loading: 'جارٍ التحميل',
    notifications: 'الإشعارات',
    unavailable: 'غير متاح الآن',
    resize: 'تغيير الحجم',
  },
  navigation: 'الشاشات',
  openNavigation: 'فتح قائمة التنقل',
  actingAs: 'تتصرف بصفة',
  nobody: 'لا أحد',
  signedOut: 'بدون تسجيل دخول',
  people: 'التصرف بصفة',
  signOut: 'تسجيل الخروج',
  signIn: 'تسجيل الدخول',
  signUp: 'إنشاء حساب',
  signedIn: 'تم تسجيل دخولك.',
  signInRefused: 'هذا غير صحيح. يرجى مراجعة ما كتبته.',
  why: 'لماذا؟',
  whyLong: (message) => `لماذا؟ ${message}`,
  assumed: 'مفترض',
  assumedScreen: 'لا يقول المستند ماذا تعرض هذه الشاشة. هذا مفترض.',
  hole: 'غير مذكور',
  fillIn: 'إكمال',
  notShown: 'غير مذكور',
  nothingKnown: 'لا شيء معروف بعد',
  nothingKnownText: 'لم يوصف هذا المنتج بعد. يمكن إكمال كل قسم من الأقسام التسعة أدناه، وما إن يقول أحدها شيئًا يتبعه المنتج.',
  unknownSection: 'لم يُذكر عنه شيء.',
  sectionStates: { shown: 'مذكور', described: 'موصوف', assumed: 'مفترض', 'not shown': 'غير مذكور' },
  noScreen: 'لا توجد شاشة كهذه',
  noScreenText: (path) => `لا شيء له العنوان ${path}.`,
  noScreens: 'لا توجد شاشة مفتوحة لهذا الشخص.',
  backToStart: 'العودة إلى البداية',
  goBack: 'رجوع',
  tryAgain: 'حاول مرة أخرى',
  broken: 'تعذّر التحميل.',
  unreadPart: 'لا يمكن قراءة هذا الجزء',
  holePart: 'ما يقف هنا غير مذكور',
  noComponent: (name) => `المكوّن «${name}» غير موجود`,
  noComponentText: 'يطلب المستند هنا مكوّنًا من أصحاب المنتج، ولم يُقدَّم مكوّن بهذا الاسم. كل ما عداه يعمل.',
  noComponentHow:
    'مع `ninefold build` يأتي من ملف: --components seat-map.js، أو من مجلد «components» بجانب المستند. دليل البناء يشرح كيف يُكتب.',
  componentFailed: (name) => `في المكوّن «${name}» خطأ وتعذّر عرضه.`,
  search: 'بحث',
  filters: 'عوامل التصفية',
  clearFilters: 'مسح',
  skip: 'إلى المحتوى',
  noMatches: 'لا نتائج',
  noMatchesText: 'جرّب كلمات أخرى أو عوامل تصفية أقل.',
  emptyList: (entity) => `لا شيء بعد (${entity})`,
  selected: (count) =>
    counted(count, { zero: 'لم يُحدَّد شيء', one: 'حُدِّد واحد', two: 'حُدِّد اثنان', few: 'حُدِّدت #', many: 'حُدِّد #', other: 'حُدِّد #' }),
  selectAll: 'تحديد الكل',
  selectRow: (label) => `تحديد ${label}`,
  clearSelection: 'إلغاء التحديد',
  bulkDone: (event, count) =>
    `${event}: ${counted(count, {
      zero: 'لم يتم لأي سجل.',
      one: 'تم لسجل واحد.',
      two: 'تم لسجلين.',
      few: 'تم لـ # سجلات.',
      many: 'تم لـ # سجلًا.',
      other: 'تم لـ # سجل.',
    })}`,
  bulkRefused: (refused, count, message) => `رُفض لـ ${counted(refused, { other: '#' })} من ${counted(count, { other: '#' })}: ${message}`,
  edit: (field) => `تعديل ${field}`,
  save: 'حفظ',
  create: (entity) => `إنشاء ${entity}`,
  undo: 'تراجع',
  undone: 'تم التراجع.',
  saved: 'تم الحفظ.',
  created: (entity) => `تم إنشاء ${entity}.`,
  deleted: (label) => `تم حذف «${label}».`,
  delete: 'حذف',
  deleteTitle: (label) => `حذف «${label}»؟`,
  deleteText: 'لا يمكن استرجاعه.',
  cancel: 'إلغاء',
  done: (event) => `${event}: تم.`,
  requiredField: 'يرجى ملء هذا الحقل.',
  notANumber: 'هذا ليس عددًا.',
  notWhole: 'هذا ليس عددًا صحيحًا.',
  notJson: 'هذا ليس JSON صالحًا.',
  yes: 'نعم',
  no: 'لا',
  nothing: '–',
  write: 'كتابة',
  preview: 'معاينة',
  emptyPreview: 'لا شيء للعرض بعد.',
  removeFile: 'إزالة الملف',
  days: 'أيام',
  hours: 'ساعات',
  minutes: 'دقائق',
  showPassword: 'إظهار كلمة المرور',
  hidePassword: 'إخفاء كلمة المرور',
  discardDraft: 'تجاهل',
  draftKept: 'تمت استعادة ما كتبته.',
  draftFailed: 'تعذّر حفظ ما تكتبه هنا كمسودة.',
  more: (count) => counted(count, { zero: 'لا مزيد', one: 'واحد آخر', two: 'اثنان آخران', few: '# أخرى', many: '# أخرى', other: '# أخرى' }),
  moveTo: 'نقل إلى',
  moveCard: (label) => `نقل ${label}`,
  emptyColumn: 'لا شيء هنا',
  noHistory: 'لم يحدث شيء بعد.',
  byItself: 'المنتج',
  did: (event) => `نفّذ «${event}»`,
  movedByItself: (state) => `انتقل تلقائيًا إلى «${state}»`,
  changedByItself: 'تغيّر تلقائيًا',
  operations: { create: 'أنشأ السجل', update: 'غيّر السجل', delete: 'حذف السجل' },
  noRecord: 'لا شيء للعرض.',
  cannotReckon: 'تعذّر الحساب.',
  today: 'اليوم',
  asTable: 'كجدول',
  noData: 'لا بيانات بعد',
  openImage: 'فتح الصورة',
  view: 'عرض',
  chartTitle,
  dragging: {
    how: 'اضغط المسافة لرفع البطاقة، والأسهم لنقلها، والمسافة مرة أخرى لوضعها، ومفتاح الهروب لتبقى حيث كانت.',
    lifted: (label) => `رُفعت ${label}.`,
    over: (label, column) => `${label} فوق ${column}.`,
    notOver: (label) => `${label} ليست فوق أي عمود.`,
    dropped: (label, column) => `وُضعت ${label} في ${column}.`,
    cancelled: (label) => `تبقى ${label} حيث كانت.`,
  },
  actFreely: 'لا حاجة إلى كلمة مرور: هذه البيانات في هذا المتصفح فقط.',
  account: {
    title: 'الحساب',
    nothing: 'لا يوجد ما يمكن تغييره هنا.',
    password: 'كلمة المرور',
    current: 'كلمة المرور الحالية',
    confirm: 'أكّد أنك صاحب الحساب',
    next: 'كلمة المرور الجديدة',
    change: 'تغيير كلمة المرور',
    changed: 'تم تغيير كلمة المرور وإنهاء جميع الجلسات الأخرى.',
    sessions: 'أماكن تسجيل دخولك',
    began: 'تم تسجيل الدخول',
    expires: 'تنتهي',
    here: 'هنا',
    end: 'إنهاء',
    endAll: 'تسجيل الخروج من كل مكان',
  },
  site: {
    starting: 'جارٍ البدء…',
    notStarted: 'تعذّر البدء.',
    fleeting: 'لا يحتفظ هذا المتصفح بشيء لهذه الصفحة: ما تكتبه هنا يزول عند إغلاقها.',
    newVersion: 'هناك نسخة جديدة جاهزة.',
    useNewVersion: 'استعملها الآن',
    behind: 'لا تستطيع النسخة الجديدة الاحتفاظ بكل بياناتك',
    behindText: 'كل شيء يستمر كما كان. مع النسخة الجديدة سيضيع:',
    takeAnyway: 'استعمال النسخة الجديدة وفقدان هذا',
    keepData: 'الاحتفاظ بالبيانات',
  },
  palette: {
    title: 'انتقال أو إجراء',
    placeholder: 'إلى أين، أو ماذا؟',
    nothing: 'لا شيء بهذا الاسم.',
    screens: 'الشاشات',
    records: 'السجلات',
    actions: 'الإجراءات',
    shortcuts: 'اختصارات لوحة المفاتيح',
    copyLink: 'نسخ رابط إلى هذا المكان',
    linkCopied: 'تم نسخ الرابط.',
    linkNotCopied: 'لا يسمح هذا المتصفح للصفحة بالنسخ. الرابط في شريط العنوان.',
    print: 'طباعة',
    themes: { light: 'فاتح', dark: 'داكن', system: 'فاتح أو داكن كما في النظام' },
    keys: {
      palette: 'الانتقال إلى شاشة أو سجل، أو تنفيذ إجراء',
      help: 'عرض هذه القائمة',
      send: 'إرسال النموذج',
      toasts: 'الانتقال إلى الإشعارات',
      close: 'إغلاق ما هو مفتوح',
      menu: 'التحرك في القوائم',
      drag: 'رفع بطاقة ووضعها',
    },
  },
  parts: arabicPartWords,
  refusal,
};
