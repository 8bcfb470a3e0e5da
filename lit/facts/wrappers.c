// What functions do, by their bodies, and the idioms that ask for it.
//
// RUN: %idiom facts %s -- -O2 | %FileCheck --check-prefix=FACTS %s
// RUN: %idiom facts --fact Releases --fact Locks --format toml %s -- -O2 | %FileCheck --check-prefix=TOML %s
// RUN: %idiom facts --fact Releases --format json %s -- -O2 | %python -c "import json, sys; print([(f['function'], f['fact'], f['parameter']) for f in json.load(sys.stdin)])" | %FileCheck --check-prefix=JSON %s
// RUN: not %idiom facts --fact Release %s 2>&1 | %FileCheck --check-prefix=NONE %s
// RUN: %idiom find --idiom Leak --idiom DoubleFree --idiom UseAfterFree --idiom LockWithoutUnlock --idiom LengthInLoop %s -- -O2 -w -g | %FileCheck --check-prefix=FOUND --implicit-check-not="found " %s
// RUN: %clang -O2 -w -g -S -emit-llvm %s -o %t.ll
// RUN: %idiom find --idiom Leak --idiom DoubleFree --idiom UseAfterFree --idiom LockWithoutUnlock --idiom LengthInLoop %t.ll | %FileCheck --check-prefix=FOUND --implicit-check-not="found " %s
// RUN: env IDIOM_IDIOMS=Leak,LockWithoutUnlock %clang -O2 -w -g -fpass-plugin=%plugin -Rpass-analysis=idiom -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=REMARK %s
//
// NONE: `Release` is no fact; there are

#include <pthread.h>
#include <stdlib.h>

#define OUT_OF_LINE __attribute__((noinline))
struct item { int number; pthread_mutex_t lock; char *name; };
int check(int);

// FACTS-DAG: {{^}}Releases drop(p){{$}}
// FACTS-DAG: {{^}}not MayKeep drop{{$}}
// TOML: [functions]
// TOML-NEXT: Locks = ["lock_item(p+8)"]
// TOML-NEXT: Releases = ["drop(p)", "drop_second(_, p)", "drops_twice(p)", {{.*}}]
// JSON: [('drop', 'Releases', 0), ('drop_second', 'Releases', 1), ('drops_twice'
OUT_OF_LINE void drop(struct item *item) { if (item) free(item); }
OUT_OF_LINE void drop_second(int which, struct item *item) { if (which) check(which); drop(item); }

// A release on some ways is none that a caller can count on, and none that it can rule out.
// FACTS-DAG: {{^}}MayRelease drop_if(p){{$}}
OUT_OF_LINE void drop_if(struct item *item, int really) { if (really) free(item); }

// FACTS-DAG: {{^}}Allocates make{{$}}
OUT_OF_LINE struct item *make(int number) {
  struct item *item = malloc(sizeof *item);
  if (item) item->number = number;
  return item;
}

// What is kept elsewhere does not belong to the caller.
// FACTS-NOT: Allocates make_listed
struct item *all;
OUT_OF_LINE struct item *make_listed(void) { return all = malloc(sizeof *all); }

// FACTS-DAG: {{^}}Locks lock_item(p+8){{$}}
// FACTS-DAG: {{^}}Unlocks unlock_item(p+8){{$}}
OUT_OF_LINE void lock_item(struct item *item) { pthread_mutex_lock(&item->lock); }
OUT_OF_LINE void unlock_item(struct item *item) { pthread_mutex_unlock(&item->lock); }
// FACTS-NOT: {{^}}Unlocks unlock_if
// FACTS-DAG: {{^}}UnlocksSomewhere unlock_if(p+8){{$}}
OUT_OF_LINE void unlock_if(struct item *item, int really) { if (really) pthread_mutex_unlock(&item->lock); }

// FOUND-DAG: found Leak in leaks: {{.*}} goes past the call of `drop`
// REMARK: found Leak: {{.*}} the call of `drop`
int leaks(int number) {
  struct item *item = make(number);
  if (!item) return -1;
  if (check(number)) return -2;
  number = item->number;
  drop(item);
  return number;
}
int does_not_leak(int number) {
  struct item *item = make(number);
  if (!item) return -1;
  if (check(number)) { drop_second(1, item); return -2; }
  number = item->number;
  drop(item);
  return number;
}
int may_not_leak(int number) {
  struct item *item = make(number);
  if (!item) return -1;
  number += item->number;
  drop_if(item, check(number));
  return number;
}

// FOUND-DAG: found DoubleFree in drops_twice: item is freed twice
int drops_twice(struct item *item) { drop(item); check(1); drop_second(0, item); return 0; }
int drops_two(struct item *item, struct item *other) { drop(item); check(1); drop(other); return 0; }

// FOUND-DAG: found UseAfterFree in uses_what_it_dropped: item is used after it was freed
int uses_what_it_dropped(struct item *item) { drop(item); return item->number; }

// FOUND-DAG: found LockWithoutUnlock in stays_locked: {{.*}} goes past the call of `unlock_item`
// REMARK: found LockWithoutUnlock: {{.*}} the call of `unlock_item`
int stays_locked(struct item *item, int number) {
  lock_item(item);
  if (check(number)) return -1;
  item->number = number;
  unlock_item(item);
  return 0;
}
int is_unlocked(struct item *item, int number) {
  lock_item(item);
  if (check(number)) { unlock_item(item); return -1; }
  item->number = number;
  pthread_mutex_unlock(&item->lock);
  return 0;
}

// FACTS-DAG: {{^}}LengthOf length(p){{$}}
// FACTS-NOT: LengthOf size
unsigned long strlen(const char *);
OUT_OF_LINE unsigned long length(const char *text) { return strlen(text); }
OUT_OF_LINE unsigned long size(const char *text) { return strlen(text) + 1; }

// FOUND-DAG: found LengthInLoop in measures_each_round
void measures_each_round(char *text, char *copy) {
  for (unsigned long i = 0; i < length(text); i++) copy[i] = text[i] ^ 1;
}
void measures_once(char *text, char *copy) {
  unsigned long end = length(text);
  for (unsigned long i = 0; i < end; i++) copy[i] = text[i] ^ 1;
}
void counts_size(char *text, char *copy) {
  for (unsigned long i = 0; i < size(text); i++) copy[i] = text[i] ^ 1;
}
