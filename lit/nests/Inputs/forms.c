// Spellings of what a BLAS computes: products of matrices (p), triangles (t), a matrix and a vector (v), vectors (l).
#include <stddef.h>
#include <string.h>
#include <math.h>
#include <complex.h>
#define FOR(i,n) for (int i = 0; i < (n); ++i)
#define R restrict
typedef double T;
#define ARGS int n, const T *R A, const T *R B, T *R C

void p_plain(ARGS) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
void p_norestrict(int n,const T*A,const T*B,T*C) { FOR(i,n) FOR(j,n) { C[i*n+j]=0; FOR(k,n) C[i*n+j]+=A[i*n+k]*B[k*n+j]; } }
void p_ikj(ARGS) { FOR(i,n) FOR(k,n) FOR(j,n) C[i*n+j]+=A[i*n+k]*B[k*n+j]; }
void p_kij(ARGS) { FOR(k,n) FOR(i,n) FOR(j,n) C[i*n+j]+=A[i*n+k]*B[k*n+j]; }
void p_tmp_ikj(ARGS) { FOR(i,n) FOR(k,n) { T t=A[i*n+k]; FOR(j,n) C[i*n+j]+=t*B[k*n+j]; } }
void p_alpha_ikj(ARGS, T alpha) { FOR(i,n) FOR(k,n) { T t=alpha*A[i*n+k]; FOR(j,n) C[i*n+j]+=t*B[k*n+j]; } }
void p_memset(ARGS) { FOR(i,n) { memset(C+i*n,0,n*sizeof(T)); FOR(k,n) FOR(j,n) C[i*n+j]+=A[i*n+k]*B[k*n+j]; } }
void p_vla(int n, T A[n][n], T B[n][n], T C[n][n]) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[i][k]*B[k][j]; C[i][j]=s; } }
void p_vlar(int n, T A[R n][n], T B[R n][n], T C[R n][n]) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[i][k]*B[k][j]; C[i][j]=s; } }
void p_const(T A[R 512][512], T B[R 512][512], T C[R 512][512]) { FOR(i,512) FOR(j,512) { T s=0; FOR(k,512) s+=A[i][k]*B[k][j]; C[i][j]=s; } }
void p_polybench(int ni,int nj,int nk,T alpha,T beta,T C[R 1000][1100],T A[R 1000][1200],T B[R 1200][1100]) {
  FOR(i,ni) { FOR(j,nj) C[i][j]*=beta; FOR(k,nk) FOR(j,nj) C[i][j]+=alpha*A[i][k]*B[k][j]; } }
void p_colmajor(int m,int n,int l,const T*R A,const T*R B,T*R C) { FOR(j,n) FOR(i,m) { T s=0; FOR(k,l) s+=A[i+k*m]*B[k+j*l]; C[i+j*m]=s; } }
void p_colacc(int m,int n,int l,const T*R A,int lda,const T*R B,int ldb,T*R C,int ldc) { FOR(j,n) FOR(k,l) FOR(i,m) C[i+j*ldc]+=A[i+k*lda]*B[k+j*ldb]; }
void p_refblas(int m,int n,int l,T alpha,const T*R A,int lda,const T*R B,int ldb,T beta,T*R C,int ldc) {
  FOR(j,n) { FOR(i,m) C[i+j*ldc]=beta*C[i+j*ldc]; FOR(k,l) { T t=alpha*B[k+j*ldb]; FOR(i,m) C[i+j*ldc]+=t*A[i+k*lda]; } } }
void p_refblas0(int m,int n,int l,T alpha,const T*R A,int lda,const T*R B,int ldb,T*R C,int ldc) {
  FOR(j,n) { FOR(i,m) C[i+j*ldc]=0; FOR(k,l) { T t=alpha*B[k+j*ldb]; FOR(i,m) C[i+j*ldc]+=t*A[i+k*lda]; } } }
void p_unrolled2(ARGS) { FOR(i,n) FOR(j,n) { T s=0; for(int k=0;k+1<n;k+=2) s+=A[i*n+k]*B[k*n+j]+A[i*n+k+1]*B[(k+1)*n+j]; if(n&1) s+=A[i*n+n-1]*B[(n-1)*n+j]; C[i*n+j]=s; } }
void p_unrolled4(ARGS) { FOR(i,n) FOR(j,n) { T s0=0,s1=0,s2=0,s3=0; for(int k=0;k<n;k+=4) { s0+=A[i*n+k]*B[k*n+j]; s1+=A[i*n+k+1]*B[(k+1)*n+j]; s2+=A[i*n+k+2]*B[(k+2)*n+j]; s3+=A[i*n+k+3]*B[(k+3)*n+j]; } C[i*n+j]=s0+s1+s2+s3; } }
void p_unrolled4e(ARGS) { n=n/4*4; FOR(i,n) FOR(j,n) { T s=0; for(int k=0;k<n;k+=4) s+=A[i*n+k]*B[k*n+j]+A[i*n+k+1]*B[(k+1)*n+j]+A[i*n+k+2]*B[(k+2)*n+j]+A[i*n+k+3]*B[(k+3)*n+j]; C[i*n+j]=s; } }
void p_jam2(ARGS) { for(int i=0;i<n;i+=2) FOR(j,n) { T s=0,t=0; FOR(k,n) { s+=A[i*n+k]*B[k*n+j]; t+=A[(i+1)*n+k]*B[k*n+j]; } C[i*n+j]=s; C[(i+1)*n+j]=t; } }
void p_tile(ARGS) { for(int ii=0;ii<n;ii+=32) for(int jj=0;jj<n;jj+=32) for(int kk=0;kk<n;kk+=32) for(int i=ii;i<ii+32;i++) for(int j=jj;j<jj+32;j++) for(int k=kk;k<kk+32;k++) C[i*n+j]+=A[i*n+k]*B[k*n+j]; }
void p_tile512(T A[R 512][512], T B[R 512][512], T C[R 512][512]) { for(int ii=0;ii<512;ii+=32) for(int jj=0;jj<512;jj+=32) for(int kk=0;kk<512;kk+=32) for(int i=ii;i<ii+32;i++) for(int j=jj;j<jj+32;j++) for(int k=kk;k<kk+32;k++) C[i][j]+=A[i][k]*B[k][j]; }
#define MIN(a,b) ((a)<(b)?(a):(b))
void p_tilemin(ARGS) { for(int ii=0;ii<n;ii+=32) for(int jj=0;jj<n;jj+=32) for(int kk=0;kk<n;kk+=32) for(int i=ii;i<MIN(ii+32,n);i++) for(int j=jj;j<MIN(jj+32,n);j++) for(int k=kk;k<MIN(kk+32,n);k++) C[i*n+j]+=A[i*n+k]*B[k*n+j]; }
void p_ptr(ARGS) { const T*a=A; T*c=C; FOR(i,n) { FOR(j,n) { T s=0; const T*p=a,*q=B+j; FOR(k,n) { s+=*p++ * *q; q+=n; } *c++=s; } a+=n; } }
void p_while(ARGS) { int i=0; while(i<n) { int j=0; while(j<n) { T s=0; int k=0; while(k<n) { s+=A[i*n+k]*B[k*n+j]; k++; } C[i*n+j]=s; j++; } i++; } }
void p_down(ARGS) { for(int i=n-1;i>=0;i--) for(int j=n-1;j>=0;j--) { T s=0; for(int k=n-1;k>=0;k--) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
void p_size_t(size_t n,const T*R A,const T*R B,T*R C) { for(size_t i=0;i<n;i++) for(size_t j=0;j<n;j++) { T s=0; for(size_t k=0;k<n;k++) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
void p_unsigned(unsigned n,const T*R A,const T*R B,T*R C) { for(unsigned i=0;i<n;i++) for(unsigned j=0;j<n;j++) { T s=0; for(unsigned k=0;k<n;k++) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
void p_bt(ARGS) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[i*n+k]*B[j*n+k]; C[i*n+j]=s; } }
void p_at(ARGS) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[k*n+i]*B[k*n+j]; C[i*n+j]=s; } }
void p_batched(int b, ARGS) { FOR(q,b) FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[q*n*n+i*n+k]*B[q*n*n+k*n+j]; C[q*n*n+i*n+j]=s; } }
void p_batchedl(long b, long n, const T*R A,const T*R B,T*R C) { for(long q=0;q<b;q++) for(long i=0;i<n;i++) for(long j=0;j<n;j++) { T s=0; for(long k=0;k<n;k++) s+=A[(q*n+i)*n+k]*B[(q*n+k)*n+j]; C[(q*n+i)*n+j]=s; } }
void p_bias(ARGS, const T*R bias) { FOR(i,n) FOR(j,n) { T s=bias[j]; FOR(k,n) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
void p_relu(ARGS, const T*R bias) { FOR(i,n) FOR(j,n) { T s=bias[j]; FOR(k,n) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s>0?s:0; } }
void p_abd(ARGS, const T*R D) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s+D[i*n+j]; } }
void p_mixed(int n,const float*R A,const float*R B,float*R C) { FOR(i,n) FOR(j,n) { double s=0; FOR(k,n) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
void p_mixed2(int n,const float*R A,const float*R B,float*R C) { FOR(i,n) FOR(j,n) { double s=0; FOR(k,n) s+=(double)A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
void p_rows(int n, T**A, T**B, T**C) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[i][k]*B[k][j]; C[i][j]=s; } }
void p_shift(ARGS) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[(i<<9)+k]*B[(k<<9)+j]; C[(i<<9)+j]=s; } }
void p_zmul(int n,const double complex*R A,const double complex*R B,double complex*R C) { FOR(i,n) FOR(j,n) { double complex s=0; FOR(k,n) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
void p_cmul(int n,const float complex*R A,const float complex*R B,float complex*R C) { FOR(i,n) FOR(j,n) { float complex s=0; FOR(k,n) s+=A[i*n+k]*B[k*n+j]; C[i*n+j]=s; } }
typedef struct { double re, im; } cpx;
void p_zstruct(int n,const cpx*R A,const cpx*R B,cpx*R C) { FOR(i,n) FOR(j,n) { double x=0,y=0; FOR(k,n) { x+=A[i*n+k].re*B[k*n+j].re-A[i*n+k].im*B[k*n+j].im; y+=A[i*n+k].re*B[k*n+j].im+A[i*n+k].im*B[k*n+j].re; } C[i*n+j].re=x; C[i*n+j].im=y; } }
void p_conv7(int N,int K,int Cc,int H,int W,int r,const T*R in,const T*R w,T*R out) { FOR(nn,N) FOR(k,K) FOR(y,H) FOR(x,W) { T s=0; FOR(c,Cc) FOR(dy,r) FOR(dx,r) s+=in[((nn*Cc+c)*(H+r-1)+y+dy)*(W+r-1)+x+dx]*w[((k*Cc+c)*r+dy)*r+dx]; out[((nn*K+k)*H+y)*W+x]=s; } }
void p_2mm(ARGS, const T*R D, T*R tmp) { FOR(i,n) FOR(j,n) { tmp[i*n+j]=0; FOR(k,n) tmp[i*n+j]+=A[i*n+k]*B[k*n+j]; } FOR(i,n) FOR(j,n) { C[i*n+j]=0; FOR(k,n) C[i*n+j]+=tmp[i*n+k]*D[k*n+j]; } }

void t_syrk_full(int n,int l,T alpha,T beta,const T*R A,T*R C) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,l) s+=A[i*l+k]*A[j*l+k]; C[i*n+j]=alpha*s+beta*C[i*n+j]; } }
void t_syrk(int n,int l,T alpha,T beta,const T*R A,T*R C) { FOR(i,n) FOR(j,i+1) { T s=0; FOR(k,l) s+=A[i*l+k]*A[j*l+k]; C[i*n+j]=alpha*s+beta*C[i*n+j]; } }
void t_syrk_pb(int n,int m,T alpha,T beta,T C[R 1200][1200],T A[R 1200][1000]) { FOR(i,n) { for(int j=0;j<=i;j++) C[i][j]*=beta; FOR(k,m) for(int j=0;j<=i;j++) C[i][j]+=alpha*A[i][k]*A[j][k]; } }
void t_syr2k_pb(int n,int m,T alpha,T beta,T C[R 1200][1200],T A[R 1200][1000],T B[R 1200][1000]) { FOR(i,n) { for(int j=0;j<=i;j++) C[i][j]*=beta; FOR(k,m) for(int j=0;j<=i;j++) C[i][j]+=A[j][k]*alpha*B[i][k]+B[j][k]*alpha*A[i][k]; } }
void t_syr2k_full(ARGS) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=A[i*n+k]*B[j*n+k]+B[i*n+k]*A[j*n+k]; C[i*n+j]=s; } }
void t_syrk_upper(int n,int l,const T*R A,T*R C) { FOR(i,n) for(int j=i;j<n;j++) { T s=0; FOR(k,l) s+=A[i*l+k]*A[j*l+k]; C[i*n+j]=s; } }
void t_trmm_pb(int m,int n,T alpha,T A[R 1000][1000],T B[R 1000][1200]) { FOR(i,m) FOR(j,n) { for(int k=i+1;k<m;k++) B[i][j]+=A[k][i]*B[k][j]; B[i][j]=alpha*B[i][j]; } }
void t_trmv(int n,const T*R L,const T*R x,T*R y) { FOR(i,n) { T s=0; for(int j=0;j<=i;j++) s+=L[i*n+j]*x[j]; y[i]=s; } }
void t_trsv(int n,const T*R L,const T*R b,T*R x) { FOR(i,n) { T s=b[i]; FOR(j,i) s-=L[i*n+j]*x[j]; x[i]=s/L[i*n+i]; } }
void t_trsv_ip(int n,const T*R L,T*R x) { FOR(i,n) { FOR(j,i) x[i]-=L[i*n+j]*x[j]; x[i]/=L[i*n+i]; } }
void t_trsv_up(int n,const T*R U,T*R x) { for(int i=n-1;i>=0;i--) { T s=x[i]; for(int j=i+1;j<n;j++) s-=U[i*n+j]*x[j]; x[i]=s/U[i*n+i]; } }
void t_trsm(int n,int m,const T*R L,T*R X) { FOR(i,n) FOR(c,m) { T s=X[i*m+c]; FOR(j,i) s-=L[i*n+j]*X[j*m+c]; X[i*m+c]=s/L[i*n+i]; } }
void t_symm_pb(int m,int n,T alpha,T beta,T C[R 1000][1200],T A[R 1000][1000],T B[R 1000][1200]) { FOR(i,m) FOR(j,n) { T t=0; FOR(k,i) { C[k][j]+=alpha*B[i][j]*A[i][k]; t+=B[k][j]*A[i][k]; } C[i][j]=beta*C[i][j]+alpha*B[i][j]*A[i][i]+alpha*t; } }
void t_symm(ARGS) { FOR(i,n) FOR(j,n) { T s=0; FOR(k,n) s+=(k<=i?A[i*n+k]:A[k*n+i])*B[k*n+j]; C[i*n+j]=s; } }

void v_gemv(int m,int n,const T*R A,const T*R x,T*R y) { FOR(i,m) { T s=0; FOR(j,n) s+=A[i*n+j]*x[j]; y[i]=s; } }
void v_gemv_ab(int m,int n,T alpha,T beta,const T*R A,const T*R x,T*R y) { FOR(i,m) { T s=0; FOR(j,n) s+=A[i*n+j]*x[j]; y[i]=alpha*s+beta*y[i]; } }
void v_gemv_t(int m,int n,const T*R A,const T*R x,T*R y) { FOR(j,n) y[j]=0; FOR(i,m) FOR(j,n) y[j]+=A[i*n+j]*x[i]; }
void v_ger(int m,int n,T alpha,const T*R x,const T*R y,T*R A) { FOR(i,m) FOR(j,n) A[i*n+j]+=alpha*x[i]*y[j]; }
void v_gemver2(int n,T A[R 2000][2000],const T*R u1,const T*R v1,const T*R u2,const T*R v2) { FOR(i,n) FOR(j,n) A[i][j]+=u1[i]*v1[j]+u2[i]*v2[j]; }
void v_gesummv(int n,T alpha,T beta,T A[R 1300][1300],T B[R 1300][1300],T*R tmp,const T*R x,T*R y) { FOR(i,n) { tmp[i]=0; y[i]=0; FOR(j,n) { tmp[i]+=A[i][j]*x[j]; y[i]+=B[i][j]*x[j]; } y[i]=alpha*tmp[i]+beta*y[i]; } }
void v_atax(int m,int n,T A[R 1900][2100],const T*R x,T*R y,T*R tmp) { FOR(i,n) y[i]=0; FOR(i,m) { tmp[i]=0; FOR(j,n) tmp[i]+=A[i][j]*x[j]; FOR(j,n) y[j]+=A[i][j]*tmp[i]; } }
void v_syr(int n,T alpha,const T*R x,T*R A) { FOR(i,n) FOR(j,i+1) A[i*n+j]+=alpha*x[i]*x[j]; }
void v_zgemv(int m,int n,const double complex*R A,const double complex*R x,double complex*R y) { FOR(i,m) { double complex s=0; FOR(j,n) s+=A[i*n+j]*x[j]; y[i]=s; } }

T l_dot(int n,const T*R x,const T*R y) { T s=0; FOR(i,n) s+=x[i]*y[i]; return s; }
T l_dot2(int n,const T*R x,const T*R y) { T s=0; FOR(i,n) s+=x[2*i]*y[3*i]; return s; }
T l_nrm2(int n,const T*R x) { T s=0; FOR(i,n) s+=x[i]*x[i]; return sqrt(s); }
T l_asum(int n,const T*R x) { T s=0; FOR(i,n) s+=fabs(x[i]); return s; }
int l_iamax(int n,const T*R x) { int b=0; T m=fabs(x[0]); for(int i=1;i<n;i++) if(fabs(x[i])>m) { m=fabs(x[i]); b=i; } return b; }
void l_scal(int n,T a,T*R x) { FOR(i,n) x[i]*=a; }
void l_axpy(int n,T a,const T*R x,T*R y) { FOR(i,n) y[i]+=a*x[i]; }
void l_copy(int n,const T*R x,T*R y) { FOR(i,n) y[2*i]=x[3*i]; }
void l_swap(int n,T*R x,T*R y) { FOR(i,n) { T t=x[i]; x[i]=y[i]; y[i]=t; } }
void l_rot(int n,T*R x,T*R y,T c,T s) { FOR(i,n) { T t=c*x[i]+s*y[i]; y[i]=c*y[i]-s*x[i]; x[i]=t; } }
double complex l_zdotu(int n,const double complex*R x,const double complex*R y) { double complex s=0; FOR(i,n) s+=x[i]*y[i]; return s; }
double complex l_zdotc(int n,const double complex*R x,const double complex*R y) { double complex s=0; FOR(i,n) s+=conj(x[i])*y[i]; return s; }
void l_zaxpy(int n,double complex a,const double complex*R x,double complex*R y) { FOR(i,n) y[i]+=a*x[i]; }
void l_zscal(int n,double complex a,double complex*R x) { FOR(i,n) x[i]*=a; }
