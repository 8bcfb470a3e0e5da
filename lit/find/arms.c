// The arms of conditions and switches, and the values in them.
// RUN: %idiom find --idiom SCoP %s -- -O1 -g | %FileCheck %s
// RUN: %idiom find --idiom SCoP --format json %s -- -O1 -g > %t.json
// RUN: %python %inputs/check_schema.py %project/docs/src/report.schema.json %t.json
// RUN: %python -c "import json, sys; parts = [f['scop'] for f in json.load(open(sys.argv[1]))['findings']]; print([(a['source'], a.get('arms')) for p in parts for a in p['accesses']])" %t.json | %FileCheck --check-prefix=JSON %s

// CHECK-LABEL: found SCoP in continued:
// CHECK:      for (i = 0; i < n; i += 1) where (n > 0){{ }}
// CHECK-DAG:  if (n > 0){{ }}
// CHECK-DAG:  if (i > 8) where i is none of 2, 5{{ }}
// CHECK-DAG:  write a[5] where i is 5{{ }}
// CHECK-DAG:  write b[i] where (i > 8){{ }}
// CHECK-DAG:  write a[i + 1] where not (i > 8){{ }}
// JSON-DAG: ('a[i + 1]', [{'condition': 2, 'when': ['false']}])
// JSON-DAG: ('a[5]', [{'condition': 1, 'when': ['5']}])
void continued(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) {
    if (i == 2) continue;
    if (i == 5) { a[i] = 1; continue; }
    if (i > 8) b[i] = 1; else a[i + 1] = 2;
  }
}

// CHECK-LABEL: found SCoP in cases:
// CHECK-DAG: write a[i] where i - m is 0{{ }}
// CHECK-DAG: write b[i] where i - m is 0 or 1{{ }}
// CHECK-DAG: write a[i + 1] where i - m is 5 or 6 or 7{{ }}
// CHECK-DAG: write b[i + 2] where i - m is none of 0, 1, 5, 6, 7{{ }}
// JSON-DAG: ('b[i + 2]', [{'condition': 1, 'when': ['default']}])
void cases(int n, int m, int *a, int *b) {
  for (int i = 0; i < n; i++)
    switch (i - m) {
    case 0: a[i] = 1;
    case 1: b[i] = 2; break;
    case 5: case 6: case 7: a[i + 1] = 3; break;
    default: b[i + 2] = 4;
    }
}

// A loop in an arm says so, what is in it does not again; data decides like anything else.
// CHECK-LABEL: found SCoP in loops:
// CHECK-DAG: for (j = i; j < m; j += 1) where (i < m){{ }}
// CHECK-DAG: if (i > m) where not (i < m){{ }}
// CHECK-DAG: write a[j]{{ }}
// CHECK-DAG: may write b[i + 1] where not (b[i] > 4){{ }}
// JSON-DAG: ('a[j]', None)
void loops(int n, int m, int *restrict a, int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++) {
    if (i < m) {
      for (int j = i; j < m; j++) a[j] = i;
    } else if (i > m)
      c[i] = 3;
    if (b[i] > 4) a[i + 3] = 1; else b[i + 1] = 2;
  }
}

// Behind two conditions of which each leads here by one arm.
// CHECK-LABEL: found SCoP in crossed:
// CHECK-DAG: write c[i] where (i < p) and (i < q) or not (i < p) and (i > m){{ }}
void crossed(int n, int p, int q, int m, int *restrict c, int *restrict d) {
  for (int i = 0; i < n; i++) {
    if (i < p) {
      if (i < q) goto both;
      d[i] = 1;
    } else {
      if (i > m) goto both;
      d[i] = 2;
    }
    continue;
  both:
    c[i] = 3;
  }
}
