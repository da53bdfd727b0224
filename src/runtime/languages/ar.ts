import { own } from '../../base/own.ts';
import type { OwnMessage } from '../../engine/outcome.ts';
import type { ChartWords, MustBe, Words } from '../words.ts';
import { arabicPartWords } from './ar-parts.ts';
import { counter } from './counter.ts';

const counted = counter('ar');

/** What a value must be, by its kind in the Type column. */
const must: Readonly<Record<MustBe, string>> = {
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
      return 'سجّل الدخول للمتابعة.';
    case 'FORBIDDEN':
      return 'ليس لديك إذن بالوصول.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'غير موجود.' : `${entity}: غير موجود.`;
    case 'CONFLICT':
      return 'هذا الإجراء غير ممكن حاليًا.';
    case 'INVALID':
      return field === '' ? 'القيمة غير صالحة.' : `${field}: القيمة غير صالحة.`;
    case 'required':
      return `${field} مطلوب.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'قيمته غير صالحة'}.`;
    case 'taken':
      return `${data['fields'] ?? ''}: هذه القيمة مستخدمة بالفعل.`;
    case 'referred':
      return `لا يمكن الحذف لأن سجلات أخرى ما زالت مرتبطة به (${entity}: ${field}).`;
    case 'rule':
      return `لم تتحقق القاعدة «${data['rule'] ?? ''}».`;
    case 'no-field':
      return `${field} ليس حقلًا في ${entity}.`;
    case 'mistake-in-document':
      return 'لا يمكن تنفيذ ذلك لوجود خطأ في المستند.';
    case 'no-accounts':
      return 'لا يمكن تسجيل الدخول: لا يحدّد المستند أي حسابات.';
    case 'sign-in':
      return 'بيانات تسجيل الدخول غير صحيحة.';
    case 'TOO_MANY_ATTEMPTS':
      return `محاولات كثيرة جدًا. حاول مرة أخرى بعد ${data['seconds'] ?? ''} ثانية.`;
    case 'TOO_EXPENSIVE':
      return 'الطلب كبير جدًا. قلّص نطاقه ثم حاول مرة أخرى.';
    case 'wrong-password':
      return 'كلمة المرور الحالية غير صحيحة.';
    case 'too-many-rows':
      return `الحد الأقصى لصفوف الملف هو ${data['most'] ?? ''}، وهذا الملف يحوي ${data['rows'] ?? ''}. قسّمه إلى عدة ملفات.`;
    case 'more-mistakes':
      return `عدد الأخطاء الأخرى: ${data['count'] ?? ''}.`;
    case 'failed':
      return 'حدث خطأ. لم يتغيّر شيء.';
    case 'storage-full':
      return 'مساحة التخزين في متصفحك ممتلئة، لذلك لم يُحفظ شيء. احذف ما لم تعد تحتاج إليه أو أفرغ مساحة من إعدادات المتصفح، ثم حاول مرة أخرى.';
    case 'not-saved':
      return `تعذّر على متصفحك حفظ هذا، ولم يتغير شيء. (${data['why'] ?? ''})`;
    case 'outcome-unknown':
      return 'ربما لم يُحفظ التغيير. أعد تحميل الصفحة قبل أن تحاول مرة أخرى.';
    case 'unavailable':
      return 'الخدمة لا تستجيب حاليًا، ولم يُحفظ شيء. حاول مرة أخرى بعد قليل.';
  }
}

function chartTitle({ aggregate, entity, entities, field, by, per }: ChartWords): string {
  const what = { count: entities ?? entity, sum: 'مجموع', avg: 'متوسط', min: 'أدنى', max: 'أعلى' }[aggregate];
  const times = { day: 'يوم', week: 'أسبوع', month: 'شهر', year: 'سنة' };
  return `${what}${aggregate === 'count' ? '' : ` ${field}`} حسب ${by}${per ? ` لكل ${times[per]}` : ''}`;
}

export const arabicWords: Words = {
  ui: {
    close: 'إغلاق',
    clear: 'مسح',
    choose: 'اختر…',
    none: 'بدون',
    searching: 'جارٍ البحث…',
    nothingFound: 'لا توجد نتائج',
    searchFailed: 'فشل البحث. حاول مرة أخرى.',
    didNotLoad: 'تعذّر التحميل. تحقّق من اتصالك ثم حاول مرة أخرى.',
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
    unavailable: 'غير متاح حاليًا',
    resize: 'تغيير الحجم',
  },
  navigation: 'الشاشات',
  openNavigation: 'فتح قائمة التنقل',
  actingAs: 'الشخص الحالي:',
  nobody: 'لا أحد',
  signedOut: 'بدون تسجيل دخول',
  people: 'التبديل إلى',
  language: 'اللغة',
  signOut: 'تسجيل الخروج',
  signIn: 'تسجيل الدخول',
  signUp: 'إنشاء حساب',
  signedIn: 'تم تسجيل الدخول',
  signInRefused: () => 'بيانات تسجيل الدخول غير صحيحة.',
  why: 'لماذا؟',
  whyLong: (message) => `لماذا؟ ${message}`,
  assumed: 'مفترض',
  assumedScreen: 'لا يحدّد المستند ما تعرضه هذه الشاشة، لذا فهذا العرض مفترض.',
  hole: 'غير محدَّد',
  fillIn: 'إكمال',
  notShown: 'غير محدَّد بعد',
  nothingKnown: 'لا يوجد شيء هنا بعد',
  nothingKnownText: 'لم يوصف هذا المنتج بعد. املأ أيًّا من الأقسام التسعة أدناه، وسيتحدّث المنتج فورًا.',
  unknownSection: 'غير محدَّد بعد.',
  sectionStates: { shown: 'محدَّد', described: 'موصوف', assumed: 'مفترض', 'not shown': 'غير محدَّد' },
  noScreen: 'الصفحة غير موجودة',
  noScreenText: (path) => `لا توجد شاشة بالعنوان ${path}.`,
  noScreens: 'ليس لديك إذن بالوصول إلى أي شاشة.',
  backToStart: 'الانتقال إلى الصفحة الرئيسية',
  goBack: 'رجوع',
  tryAgain: 'إعادة المحاولة',
  broken: 'تعذّر التحميل.',
  unreadPart: 'لا يمكن قراءة هذا الجزء',
  holePart: 'غير محدَّد بعد',
  noComponent: (name) => `المكوّن «${name}» مفقود`,
  noComponentText: 'يستخدم المستند هنا مكوّنًا مخصصًا لم يُرفق بالمنتج. بقية هذه الشاشة تعمل.',
  noComponentHow:
    'مرّر ملفه إلى `ninefold build` عبر --components seat-map.js، أو ضعه في مجلد «components» بجانب المستند. يشرح دليل البناء كيفية كتابته.',
  componentFailed: (name) => `تعطّل المكوّن «${name}» ولا يمكن عرضه.`,
  search: 'بحث',
  filters: 'عوامل التصفية',
  clearFilters: 'مسح',
  skip: 'الانتقال إلى المحتوى',
  noMatches: 'لا توجد نتائج',
  noMatchesText: 'جرّب كلمات أخرى أو عوامل تصفية أقل.',
  emptyList: () => 'لا توجد سجلات بعد',
  selected: (count) =>
    counted(count, { zero: 'لم يُحدَّد شيء', one: 'حُدِّد واحد', two: 'حُدِّد اثنان', few: 'حُدِّدت #', many: 'حُدِّد #', other: 'حُدِّد #' }),
  selectAll: 'تحديد الكل',
  selectRow: (label) => `تحديد ${label}`,
  clearSelection: 'إلغاء التحديد',
  bulkDone: (event, count) =>
    `«${event}»: ${counted(count, {
      zero: 'لم يُطبَّق على أي سجل',
      one: 'طُبِّق على سجل واحد',
      two: 'طُبِّق على سجلين',
      few: 'طُبِّق على # سجلات',
      many: 'طُبِّق على # سجلًا',
      other: 'طُبِّق على # سجل',
    })}`,
  bulkDeleted: (count) =>
    counted(count, {
      zero: 'لم يُحذف أي سجل',
      one: 'حُذف سجل واحد',
      two: 'حُذف سجلان',
      few: 'حُذفت # سجلات',
      many: 'حُذف # سجلًا',
      other: 'حُذف # سجل',
    }),
  bulkRefused: (refused, count, message) => `فشل ${counted(refused, { other: '#' })} من ${counted(count, { other: '#' })}: ${message}`,
  edit: (field) => `تعديل ${field}`,
  save: 'حفظ',
  create: (entity) => `إنشاء ${entity}`,
  undo: 'تراجع',
  undone: 'تم التراجع',
  saved: 'تم الحفظ',
  created: (entity) => `تم إنشاء ${entity}`,
  deleted: (label) => `تم حذف «${label}»`,
  delete: 'حذف',
  deleteTitle: (label) => `حذف «${label}»؟`,
  deleteText: 'لا يمكن التراجع عن هذا الإجراء.',
  cancel: 'إلغاء',
  done: (event) => `تم تنفيذ «${event}»`,
  requiredField: 'حقل مطلوب',
  notANumber: 'أدخل عددًا.',
  notWhole: 'أدخل عددًا صحيحًا.',
  notJson: 'أدخل JSON صالحًا.',
  yes: 'نعم',
  no: 'لا',
  nothing: '–',
  write: 'كتابة',
  preview: 'معاينة',
  emptyPreview: 'لا توجد معاينة',
  removeFile: 'إزالة الملف',
  days: 'أيام',
  hours: 'ساعات',
  minutes: 'دقائق',
  showPassword: 'إظهار كلمة المرور',
  hidePassword: 'إخفاء كلمة المرور',
  discardDraft: 'تجاهل',
  draftKept: 'تمت استعادة مسودتك.',
  draftFailed: 'تعذّر حفظ مسودتك.',
  more: (count) => counted(count, { zero: 'لا مزيد', one: 'واحد آخر', two: 'اثنان آخران', few: '# أخرى', many: '# أخرى', other: '# أخرى' }),
  moveTo: 'نقل إلى',
  moveCard: (label) => `نقل ${label}`,
  emptyColumn: 'لا توجد سجلات',
  noHistory: 'لا يوجد نشاط بعد',
  byItself: { create: 'تم الإنشاء', update: 'تم التعديل', delete: 'تم الحذف' },
  did: (event) => `· ${event}`,
  movedByItself: (state) => `انتقل تلقائيًا إلى «${state}»`,
  changedByItself: 'تغيّر تلقائيًا',
  operations: { create: 'أنشأ السجل', update: 'عدّل السجل', delete: 'حذف السجل' },
  noRecord: 'لا يوجد ما يمكن عرضه',
  cannotReckon: 'تعذّر الحساب.',
  today: 'اليوم',
  asTable: 'عرض كجدول',
  noData: 'لا توجد بيانات بعد',
  openImage: 'فتح الصورة',
  view: 'عرض',
  chartTitle,
  dragging: {
    how: 'اضغط مفتاح المسافة لالتقاط البطاقة، والأسهم لنقلها، والمسافة مرة أخرى لإفلاتها، ومفتاح Escape للإلغاء.',
    lifted: (label) => `تم التقاط ${label}.`,
    over: (label, column) => `${label} فوق ${column}.`,
    notOver: (label) => `${label} ليست فوق أي عمود.`,
    dropped: (label, column) => `تم إفلات ${label} في ${column}.`,
    cancelled: (label) => `أُلغي النقل. بقيت ${label} في مكانها.`,
  },
  actFreely: 'لا حاجة إلى كلمة مرور: هذه البيانات موجودة في هذا المتصفح فقط.',
  account: {
    title: 'الحساب',
    nothing: 'لا يوجد ما يمكن تغييره هنا.',
    password: 'كلمة المرور',
    current: 'كلمة المرور الحالية',
    confirm: 'تأكيد هويتك',
    next: 'كلمة المرور الجديدة',
    change: 'تغيير كلمة المرور',
    changed: 'تم تغيير كلمة المرور وتسجيل خروجك من جميع الأجهزة الأخرى.',
    sessions: 'أماكن تسجيل دخولك',
    began: 'تم تسجيل الدخول',
    expires: 'تنتهي',
    here: 'هذا الجهاز',
    end: 'إنهاء الجلسة',
    endAll: 'تسجيل الخروج من كل مكان',
  },
  site: {
    starting: 'جارٍ التشغيل…',
    notStarted: 'تعذّر تشغيل التطبيق.',
    fleeting: 'لا يحفظ هذا المتصفح بيانات هذه الصفحة. ستفقد تغييراتك عند إغلاقها.',
    newVersion: 'يتوفر إصدار جديد.',
    useNewVersion: 'التحديث الآن',
    behind: 'لا يمكن للإصدار الجديد الاحتفاظ بكل بياناتك',
    behindText: 'ما زلت تستخدم الإصدار الحالي. سيؤدي التحديث إلى حذف:',
    takeAnyway: 'التحديث وحذف هذه البيانات',
    keepData: 'الاحتفاظ ببياناتي',
  },
  palette: {
    title: 'بحث أو تنفيذ أمر',
    placeholder: 'ابحث أو نفّذ أمرًا…',
    nothing: 'لا توجد نتائج',
    screens: 'الشاشات',
    records: 'السجلات',
    actions: 'الإجراءات',
    shortcuts: 'اختصارات لوحة المفاتيح',
    copyLink: 'نسخ الرابط',
    linkCopied: 'تم نسخ الرابط',
    linkNotCopied: 'منع المتصفح النسخ. يمكنك نسخ الرابط من شريط العنوان.',
    print: 'طباعة',
    themes: { light: 'فاتح', dark: 'داكن', system: 'النظام' },
    keys: {
      palette: 'بحث أو تنفيذ أمر',
      help: 'عرض اختصارات لوحة المفاتيح',
      send: 'إرسال النموذج',
      toasts: 'الانتقال إلى الإشعارات',
      close: 'إغلاق النافذة أو القائمة المفتوحة',
      menu: 'التنقل في القوائم',
      drag: 'التقاط بطاقة أو إفلاتها',
    },
  },
  parts: arabicPartWords,
  refusal,
};
