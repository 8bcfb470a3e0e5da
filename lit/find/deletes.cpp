// Memory freed by `delete`: clang tests for null first, so that neither release dominates the other.
//
// RUN: %idiom find --idiom DoubleFree --idiom UseAfterFree %s -- -std=c++17 -O1 -w -g > %t.1
// RUN: %python %inputs/found_in.py %t.1 %s
// RUN: %idiom find --idiom DoubleFree --idiom UseAfterFree %s -- -std=c++17 -O2 -w -g > %t.2
// RUN: %python %inputs/found_in.py %t.2 %s
//
// The name of a function says whether it is bad and what is found.

struct part { int kind; int parts[8]; };
struct holder { part *first, *second; int count; };
struct owner { part *held; ~owner() { delete held; } };
part *make();
void show(part *);
void change(holder *);

void bad_double_twice(part *p) { delete p; delete p; }
void good_double_two(part *p, part *q) { delete p; delete q; }
int bad_double_between(part *p, int c) { int r = p ? p->kind : 0; delete p; if (c) r++; delete p; return r; }
void good_double_nulled(part *p) { delete p; p = nullptr; delete p; }
void bad_double_field(holder *h) { delete h->first; delete h->first; }
void good_double_field(holder *h) { delete h->first; h->first = nullptr; delete h->first; }
void good_double_fields(holder *h) { delete h->first; delete h->second; }
void good_double_changed(holder *h) { delete h->first; change(h); delete h->first; }
void bad_double_counted(holder *h) { delete h->first; h->count = 0; delete h->first; }
void bad_double_some(part *p, int c) { if (c) delete p; delete p; }
void good_double_some(part *p, int c) { if (c) { delete p; p = nullptr; } delete p; }
void good_double_either(part *p, int c) { if (c) delete p; if (!c) delete p; }
void bad_double_made() { part *p = make(); if (p) show(p); delete p; delete p; }
void good_double_made(part *p) { delete p; p = make(); delete p; }
void bad_double_rounds(part *p, int n) { for (int i = 0; i < n; i++) delete p; }
void good_double_rounds(part **p, int n) { for (int i = 0; i < n; i++) delete p[i]; }
void bad_double_held(part *p) { owner o{p}; delete p; }
void good_double_held(part *p) { owner o{p}; o.held = nullptr; delete p; }
int bad_use_deleted(part *p) { delete p; return p->kind; }
int good_use_deleted(part *p) { int kind = p->kind; delete p; return kind; }
void good_use_chosen(part *p, part *q) { delete p; part *r = p == q ? make() : q; show(r); }
