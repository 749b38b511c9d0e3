/* A Bison parser, made by GNU Bison 3.8.2.  */

/* Bison implementation for Yacc-like parsers in C

   Copyright (C) 1984, 1989-1990, 2000-2015, 2018-2021 Free Software Foundation,
   Inc.

   This program is free software: you can redistribute it and/or modify
   it under the terms of the GNU General Public License as published by
   the Free Software Foundation, either version 3 of the License, or
   (at your option) any later version.

   This program is distributed in the hope that it will be useful,
   but WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
   GNU General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with this program.  If not, see <https://www.gnu.org/licenses/>.  */

/* As a special exception, you may create a larger work that contains
   part or all of the Bison parser skeleton and distribute that work
   under terms of your choice, so long as that work isn't itself a
   parser generator using the skeleton or a modified version thereof
   as a parser skeleton.  Alternatively, if you modify or redistribute
   the parser skeleton itself, you may (at your option) remove this
   special exception, which will cause the skeleton and the resulting
   Bison output files to be licensed under the GNU General Public
   License without this special exception.

   This special exception was added by the Free Software Foundation in
   version 2.2 of Bison.  */

/* C LALR(1) parser skeleton written by Richard Stallman, by
   simplifying the original so-called "semantic" parser.  */

/* DO NOT RELY ON FEATURES THAT ARE NOT DOCUMENTED in the manual,
   especially those whose name start with YY_ or yy_.  They are
   private implementation details that can be changed or removed.  */

/* All symbols defined below should begin with yy or YY, to avoid
   infringing on user name space.  This should be done even for local
   variables, as they might otherwise be expanded by user macros.
   There are some unavoidable exceptions within include files to
   define necessary library symbols; they are noted "INFRINGES ON
   USER NAME SPACE" below.  */

/* Identify Bison output, and Bison version.  */
#define YYBISON 30802

/* Bison version string.  */
#define YYBISON_VERSION "3.8.2"

/* Skeleton name.  */
#define YYSKELETON_NAME "yacc.c"

/* Pure parsers.  */
#define YYPURE 2

/* Push parsers.  */
#define YYPUSH 0

/* Pull parsers.  */
#define YYPULL 1

/* Substitute the type names.  */
#define YYSTYPE         AWL_YYSTYPE
#define YYLTYPE         AWL_YYLTYPE
/* Substitute the variable and function names.  */
#define yyparse         awl_yyparse
#define yylex           awl_yylex
#define yyerror         awl_yyerror
#define yydebug         awl_yydebug
#define yynerrs         awl_yynerrs


# ifndef YY_CAST
#  ifdef __cplusplus
#   define YY_CAST(Type, Val) static_cast<Type> (Val)
#   define YY_REINTERPRET_CAST(Type, Val) reinterpret_cast<Type> (Val)
#  else
#   define YY_CAST(Type, Val) ((Type) (Val))
#   define YY_REINTERPRET_CAST(Type, Val) ((Type) (Val))
#  endif
# endif
# ifndef YY_NULLPTR
#  if defined __cplusplus
#   if 201103L <= __cplusplus
#    define YY_NULLPTR nullptr
#   else
#    define YY_NULLPTR 0
#   endif
#  else
#   define YY_NULLPTR ((void*)0)
#  endif
# endif

#include "parser.h"
/* Symbol kind.  */
enum yysymbol_kind_t
{
  YYSYMBOL_YYEMPTY = -2,
  YYSYMBOL_YYEOF = 0,                      /* AWL_YYEOF  */
  YYSYMBOL_YYerror = 1,                    /* error  */
  YYSYMBOL_YYUNDEF = 2,                    /* "invalid token"  */
  YYSYMBOL_START_VALUE = 3,                /* START_VALUE  */
  YYSYMBOL_PROBE = 4,                      /* PROBE  */
  YYSYMBOL_NAME = 5,                       /* NAME  */
  YYSYMBOL_LOCAL = 6,                      /* LOCAL  */
  YYSYMBOL_GLOBAL = 7,                     /* GLOBAL  */
  YYSYMBOL_TYPE = 8,                       /* TYPE  */
  YYSYMBOL_PARAM = 9,                      /* PARAM  */
  YYSYMBOL_NUMBER = 10,                    /* NUMBER  */
  YYSYMBOL_STRING = 11,                    /* STRING  */
  YYSYMBOL_PRED_BEGIN = 12,                /* PRED_BEGIN  */
  YYSYMBOL_PRED_END = 13,                  /* PRED_END  */
  YYSYMBOL_ANGLE_OPEN = 14,                /* ANGLE_OPEN  */
  YYSYMBOL_ANGLE_CLOSE = 15,               /* ANGLE_CLOSE  */
  YYSYMBOL_EXPR_LBRACE = 16,               /* EXPR_LBRACE  */
  YYSYMBOL_EXPR_RBRACE = 17,               /* EXPR_RBRACE  */
  YYSYMBOL_COND_END = 18,                  /* COND_END  */
  YYSYMBOL_VALUE_COND = 19,                /* VALUE_COND  */
  YYSYMBOL_ELSE_VALUE = 20,                /* ELSE_VALUE  */
  YYSYMBOL_FN_PARAMS = 21,                 /* FN_PARAMS  */
  YYSYMBOL_TAG = 22,                       /* TAG  */
  YYSYMBOL_LOOP = 23,                      /* LOOP  */
  YYSYMBOL_JUMP = 24,                      /* JUMP  */
  YYSYMBOL_ENUM = 25,                      /* ENUM  */
  YYSYMBOL_TYPEDEF = 26,                   /* TYPEDEF  */
  YYSYMBOL_CONFIG = 27,                    /* CONFIG  */
  YYSYMBOL_LET = 28,                       /* LET  */
  YYSYMBOL_MACRO = 29,                     /* MACRO  */
  YYSYMBOL_IMPORT = 30,                    /* IMPORT  */
  YYSYMBOL_IF = 31,                        /* IF  */
  YYSYMBOL_IF_VALUE = 32,                  /* IF_VALUE  */
  YYSYMBOL_ELSE = 33,                      /* ELSE  */
  YYSYMBOL_FOR = 34,                       /* FOR  */
  YYSYMBOL_RETURN = 35,                    /* RETURN  */
  YYSYMBOL_DELETE = 36,                    /* DELETE  */
  YYSYMBOL_NIL = 37,                       /* NIL  */
  YYSYMBOL_SIZEOF = 38,                    /* SIZEOF  */
  YYSYMBOL_OFFSETOF = 39,                  /* OFFSETOF  */
  YYSYMBOL_CONTAINER_OF = 40,              /* CONTAINER_OF  */
  YYSYMBOL_TYPEOF = 41,                    /* TYPEOF  */
  YYSYMBOL_TYPE_VALUE = 42,                /* TYPE_VALUE  */
  YYSYMBOL_COMPTIME = 43,                  /* COMPTIME  */
  YYSYMBOL_DOTDOT = 44,                    /* DOTDOT  */
  YYSYMBOL_PREFIX = 45,                    /* PREFIX  */
  YYSYMBOL_NO_BODY = 46,                   /* NO_BODY  */
  YYSYMBOL_END_ITEM = 47,                  /* END_ITEM  */
  YYSYMBOL_VSEMI = 48,                     /* VSEMI  */
  YYSYMBOL_ATTR = 49,                      /* ATTR  */
  YYSYMBOL_STEP = 50,                      /* STEP  */
  YYSYMBOL_ASSIGN = 51,                    /* ASSIGN  */
  YYSYMBOL_BINARY = 52,                    /* BINARY  */
  YYSYMBOL_SIGN = 53,                      /* SIGN  */
  YYSYMBOL_54_ = 54,                       /* '*'  */
  YYSYMBOL_55_ = 55,                       /* '?'  */
  YYSYMBOL_56_ = 56,                       /* '['  */
  YYSYMBOL_57_ = 57,                       /* '.'  */
  YYSYMBOL_58_ = 58,                       /* '='  */
  YYSYMBOL_ARROW = 59,                     /* ARROW  */
  YYSYMBOL_60_ = 60,                       /* ':'  */
  YYSYMBOL_61_ = 61,                       /* ';'  */
  YYSYMBOL_62_ = 62,                       /* '{'  */
  YYSYMBOL_63_ = 63,                       /* '}'  */
  YYSYMBOL_64_ = 64,                       /* '('  */
  YYSYMBOL_65_ = 65,                       /* ')'  */
  YYSYMBOL_66_ = 66,                       /* ','  */
  YYSYMBOL_67_ = 67,                       /* ']'  */
  YYSYMBOL_NO_ELSE = 68,                   /* NO_ELSE  */
  YYSYMBOL_UNARY = 69,                     /* UNARY  */
  YYSYMBOL_YYACCEPT = 70,                  /* $accept  */
  YYSYMBOL_input = 71,                     /* input  */
  YYSYMBOL_items = 72,                     /* items  */
  YYSYMBOL_item = 73,                      /* item  */
  YYSYMBOL_probes = 74,                    /* probes  */
  YYSYMBOL_pred = 75,                      /* pred  */
  YYSYMBOL_body = 76,                      /* body  */
  YYSYMBOL_semi = 77,                      /* semi  */
  YYSYMBOL_stmts = 78,                     /* stmts  */
  YYSYMBOL_block = 79,                     /* block  */
  YYSYMBOL_stmt = 80,                      /* stmt  */
  YYSYMBOL_if_head = 81,                   /* if_head  */
  YYSYMBOL_loop = 82,                      /* loop  */
  YYSYMBOL_range = 83,                     /* range  */
  YYSYMBOL_entry = 84,                     /* entry  */
  YYSYMBOL_let_type = 85,                  /* let_type  */
  YYSYMBOL_let_value = 86,                 /* let_value  */
  YYSYMBOL_expr = 87,                      /* expr  */
  YYSYMBOL_value_block = 88,               /* value_block  */
  YYSYMBOL_value_if = 89,                  /* value_if  */
  YYSYMBOL_value_else = 90,                /* value_else  */
  YYSYMBOL_unary = 91,                     /* unary  */
  YYSYMBOL_binary = 92,                    /* binary  */
  YYSYMBOL_sized = 93,                     /* sized  */
  YYSYMBOL_args = 94,                      /* args  */
  YYSYMBOL_some_args = 95,                 /* some_args  */
  YYSYMBOL_path = 96,                      /* path  */
  YYSYMBOL_type = 97,                      /* type  */
  YYSYMBOL_any_type = 98,                  /* any_type  */
  YYSYMBOL_bare_type = 99,                 /* bare_type  */
  YYSYMBOL_words = 100,                    /* words  */
  YYSYMBOL_stars = 101,                    /* stars  */
  YYSYMBOL_opt_name = 102,                 /* opt_name  */
  YYSYMBOL_attrs = 103,                    /* attrs  */
  YYSYMBOL_aggregate = 104,                /* aggregate  */
  YYSYMBOL_tag_name = 105,                 /* tag_name  */
  YYSYMBOL_enum = 106,                     /* enum  */
  YYSYMBOL_opt_end = 107,                  /* opt_end  */
  YYSYMBOL_enums = 108,                    /* enums  */
  YYSYMBOL_opt_comma = 109,                /* opt_comma  */
  YYSYMBOL_fields = 110,                   /* fields  */
  YYSYMBOL_field = 111,                    /* field  */
  YYSYMBOL_base = 112,                     /* base  */
  YYSYMBOL_declarators = 113,              /* declarators  */
  YYSYMBOL_declarator = 114,               /* declarator  */
  YYSYMBOL_dims = 115,                     /* dims  */
  YYSYMBOL_settings = 116,                 /* settings  */
  YYSYMBOL_params = 117,                   /* params  */
  YYSYMBOL_some_params = 118,              /* some_params  */
  YYSYMBOL_param = 119                     /* param  */
};
typedef enum yysymbol_kind_t yysymbol_kind_t;



/* Unqualified %code blocks.  */

#include <string.h>

#include "base/find.h"
#include "base/text.h"

#define YYMALLOC mem_alloc
#define YYFREE mem_free
#define YYMAXDEPTH 20000
#define YYLLOC_DEFAULT(cur, rhs, n) do {				\
	(cur).beg = (n) ? YYRHSLOC(rhs, 1).beg : YYRHSLOC(rhs, 0).end;	\
	(cur).end = YYRHSLOC(rhs, n).end;				\
	lx->here = (cur);						\
} while (0)

static void yyerror(struct span *at, struct lexer *lx, const char *text);


#ifdef short
# undef short
#endif

/* On compilers that do not define __PTRDIFF_MAX__ etc., make sure
   <limits.h> and (if available) <stdint.h> are included
   so that the code can choose integer types of a good width.  */

#ifndef __PTRDIFF_MAX__
# include <limits.h> /* INFRINGES ON USER NAME SPACE */
# if defined __STDC_VERSION__ && 199901 <= __STDC_VERSION__
#  include <stdint.h> /* INFRINGES ON USER NAME SPACE */
#  define YY_STDINT_H
# endif
#endif

/* Narrow types that promote to a signed type and that can represent a
   signed or unsigned integer of at least N bits.  In tables they can
   save space and decrease cache pressure.  Promoting to a signed type
   helps avoid bugs in integer arithmetic.  */

#ifdef __INT_LEAST8_MAX__
typedef __INT_LEAST8_TYPE__ yytype_int8;
#elif defined YY_STDINT_H
typedef int_least8_t yytype_int8;
#else
typedef signed char yytype_int8;
#endif

#ifdef __INT_LEAST16_MAX__
typedef __INT_LEAST16_TYPE__ yytype_int16;
#elif defined YY_STDINT_H
typedef int_least16_t yytype_int16;
#else
typedef short yytype_int16;
#endif

/* Work around bug in HP-UX 11.23, which defines these macros
   incorrectly for preprocessor constants.  This workaround can likely
   be removed in 2023, as HPE has promised support for HP-UX 11.23
   (aka HP-UX 11i v2) only through the end of 2022; see Table 2 of
   <https://h20195.www2.hpe.com/V2/getpdf.aspx/4AA4-7673ENW.pdf>.  */
#ifdef __hpux
# undef UINT_LEAST8_MAX
# undef UINT_LEAST16_MAX
# define UINT_LEAST8_MAX 255
# define UINT_LEAST16_MAX 65535
#endif

#if defined __UINT_LEAST8_MAX__ && __UINT_LEAST8_MAX__ <= __INT_MAX__
typedef __UINT_LEAST8_TYPE__ yytype_uint8;
#elif (!defined __UINT_LEAST8_MAX__ && defined YY_STDINT_H \
       && UINT_LEAST8_MAX <= INT_MAX)
typedef uint_least8_t yytype_uint8;
#elif !defined __UINT_LEAST8_MAX__ && UCHAR_MAX <= INT_MAX
typedef unsigned char yytype_uint8;
#else
typedef short yytype_uint8;
#endif

#if defined __UINT_LEAST16_MAX__ && __UINT_LEAST16_MAX__ <= __INT_MAX__
typedef __UINT_LEAST16_TYPE__ yytype_uint16;
#elif (!defined __UINT_LEAST16_MAX__ && defined YY_STDINT_H \
       && UINT_LEAST16_MAX <= INT_MAX)
typedef uint_least16_t yytype_uint16;
#elif !defined __UINT_LEAST16_MAX__ && USHRT_MAX <= INT_MAX
typedef unsigned short yytype_uint16;
#else
typedef int yytype_uint16;
#endif

#ifndef YYPTRDIFF_T
# if defined __PTRDIFF_TYPE__ && defined __PTRDIFF_MAX__
#  define YYPTRDIFF_T __PTRDIFF_TYPE__
#  define YYPTRDIFF_MAXIMUM __PTRDIFF_MAX__
# elif defined PTRDIFF_MAX
#  ifndef ptrdiff_t
#   include <stddef.h> /* INFRINGES ON USER NAME SPACE */
#  endif
#  define YYPTRDIFF_T ptrdiff_t
#  define YYPTRDIFF_MAXIMUM PTRDIFF_MAX
# else
#  define YYPTRDIFF_T long
#  define YYPTRDIFF_MAXIMUM LONG_MAX
# endif
#endif

#ifndef YYSIZE_T
# ifdef __SIZE_TYPE__
#  define YYSIZE_T __SIZE_TYPE__
# elif defined size_t
#  define YYSIZE_T size_t
# elif defined __STDC_VERSION__ && 199901 <= __STDC_VERSION__
#  include <stddef.h> /* INFRINGES ON USER NAME SPACE */
#  define YYSIZE_T size_t
# else
#  define YYSIZE_T unsigned
# endif
#endif

#define YYSIZE_MAXIMUM                                  \
  YY_CAST (YYPTRDIFF_T,                                 \
           (YYPTRDIFF_MAXIMUM < YY_CAST (YYSIZE_T, -1)  \
            ? YYPTRDIFF_MAXIMUM                         \
            : YY_CAST (YYSIZE_T, -1)))

#define YYSIZEOF(X) YY_CAST (YYPTRDIFF_T, sizeof (X))


/* Stored state numbers (used for stacks). */
typedef yytype_int16 yy_state_t;

/* State numbers in computations.  */
typedef int yy_state_fast_t;

#ifndef YY_
# if defined YYENABLE_NLS && YYENABLE_NLS
#  if ENABLE_NLS
#   include <libintl.h> /* INFRINGES ON USER NAME SPACE */
#   define YY_(Msgid) dgettext ("bison-runtime", Msgid)
#  endif
# endif
# ifndef YY_
#  define YY_(Msgid) Msgid
# endif
#endif


#ifndef YY_ATTRIBUTE_PURE
# if defined __GNUC__ && 2 < __GNUC__ + (96 <= __GNUC_MINOR__)
#  define YY_ATTRIBUTE_PURE __attribute__ ((__pure__))
# else
#  define YY_ATTRIBUTE_PURE
# endif
#endif

#ifndef YY_ATTRIBUTE_UNUSED
# if defined __GNUC__ && 2 < __GNUC__ + (7 <= __GNUC_MINOR__)
#  define YY_ATTRIBUTE_UNUSED __attribute__ ((__unused__))
# else
#  define YY_ATTRIBUTE_UNUSED
# endif
#endif

/* Suppress unused-variable warnings by "using" E.  */
#if ! defined lint || defined __GNUC__
# define YY_USE(E) ((void) (E))
#else
# define YY_USE(E) /* empty */
#endif

/* Suppress an incorrect diagnostic about yylval being uninitialized.  */
#if defined __GNUC__ && ! defined __ICC && 406 <= __GNUC__ * 100 + __GNUC_MINOR__
# if __GNUC__ * 100 + __GNUC_MINOR__ < 407
#  define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN                           \
    _Pragma ("GCC diagnostic push")                                     \
    _Pragma ("GCC diagnostic ignored \"-Wuninitialized\"")
# else
#  define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN                           \
    _Pragma ("GCC diagnostic push")                                     \
    _Pragma ("GCC diagnostic ignored \"-Wuninitialized\"")              \
    _Pragma ("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")
# endif
# define YY_IGNORE_MAYBE_UNINITIALIZED_END      \
    _Pragma ("GCC diagnostic pop")
#else
# define YY_INITIAL_VALUE(Value) Value
#endif
#ifndef YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
# define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
# define YY_IGNORE_MAYBE_UNINITIALIZED_END
#endif
#ifndef YY_INITIAL_VALUE
# define YY_INITIAL_VALUE(Value) /* Nothing. */
#endif

#if defined __cplusplus && defined __GNUC__ && ! defined __ICC && 6 <= __GNUC__
# define YY_IGNORE_USELESS_CAST_BEGIN                          \
    _Pragma ("GCC diagnostic push")                            \
    _Pragma ("GCC diagnostic ignored \"-Wuseless-cast\"")
# define YY_IGNORE_USELESS_CAST_END            \
    _Pragma ("GCC diagnostic pop")
#endif
#ifndef YY_IGNORE_USELESS_CAST_BEGIN
# define YY_IGNORE_USELESS_CAST_BEGIN
# define YY_IGNORE_USELESS_CAST_END
#endif


#define YY_ASSERT(E) ((void) (0 && (E)))

#if 1

/* The parser invokes alloca or malloc; define the necessary symbols.  */

# ifdef YYSTACK_USE_ALLOCA
#  if YYSTACK_USE_ALLOCA
#   ifdef __GNUC__
#    define YYSTACK_ALLOC __builtin_alloca
#   elif defined __BUILTIN_VA_ARG_INCR
#    include <alloca.h> /* INFRINGES ON USER NAME SPACE */
#   elif defined _AIX
#    define YYSTACK_ALLOC __alloca
#   elif defined _MSC_VER
#    include <malloc.h> /* INFRINGES ON USER NAME SPACE */
#    define alloca _alloca
#   else
#    define YYSTACK_ALLOC alloca
#    if ! defined _ALLOCA_H && ! defined EXIT_SUCCESS
#     include <stdlib.h> /* INFRINGES ON USER NAME SPACE */
      /* Use EXIT_SUCCESS as a witness for stdlib.h.  */
#     ifndef EXIT_SUCCESS
#      define EXIT_SUCCESS 0
#     endif
#    endif
#   endif
#  endif
# endif

# ifdef YYSTACK_ALLOC
   /* Pacify GCC's 'empty if-body' warning.  */
#  define YYSTACK_FREE(Ptr) do { /* empty */; } while (0)
#  ifndef YYSTACK_ALLOC_MAXIMUM
    /* The OS might guarantee only one guard page at the bottom of the stack,
       and a page size can be as small as 4096 bytes.  So we cannot safely
       invoke alloca (N) if N exceeds 4096.  Use a slightly smaller number
       to allow for a few compiler-allocated temporary stack slots.  */
#   define YYSTACK_ALLOC_MAXIMUM 4032 /* reasonable circa 2006 */
#  endif
# else
#  define YYSTACK_ALLOC YYMALLOC
#  define YYSTACK_FREE YYFREE
#  ifndef YYSTACK_ALLOC_MAXIMUM
#   define YYSTACK_ALLOC_MAXIMUM YYSIZE_MAXIMUM
#  endif
#  if (defined __cplusplus && ! defined EXIT_SUCCESS \
       && ! ((defined YYMALLOC || defined malloc) \
             && (defined YYFREE || defined free)))
#   include <stdlib.h> /* INFRINGES ON USER NAME SPACE */
#   ifndef EXIT_SUCCESS
#    define EXIT_SUCCESS 0
#   endif
#  endif
#  ifndef YYMALLOC
#   define YYMALLOC malloc
#   if ! defined malloc && ! defined EXIT_SUCCESS
void *malloc (YYSIZE_T); /* INFRINGES ON USER NAME SPACE */
#   endif
#  endif
#  ifndef YYFREE
#   define YYFREE free
#   if ! defined free && ! defined EXIT_SUCCESS
void free (void *); /* INFRINGES ON USER NAME SPACE */
#   endif
#  endif
# endif
#endif /* 1 */

#if (! defined yyoverflow \
     && (! defined __cplusplus \
         || (defined AWL_YYLTYPE_IS_TRIVIAL && AWL_YYLTYPE_IS_TRIVIAL \
             && defined AWL_YYSTYPE_IS_TRIVIAL && AWL_YYSTYPE_IS_TRIVIAL)))

/* A type that is properly aligned for any stack member.  */
union yyalloc
{
  yy_state_t yyss_alloc;
  YYSTYPE yyvs_alloc;
  YYLTYPE yyls_alloc;
};

/* The size of the maximum gap between one aligned stack and the next.  */
# define YYSTACK_GAP_MAXIMUM (YYSIZEOF (union yyalloc) - 1)

/* The size of an array large to enough to hold all stacks, each with
   N elements.  */
# define YYSTACK_BYTES(N) \
     ((N) * (YYSIZEOF (yy_state_t) + YYSIZEOF (YYSTYPE) \
             + YYSIZEOF (YYLTYPE)) \
      + 2 * YYSTACK_GAP_MAXIMUM)

# define YYCOPY_NEEDED 1

/* Relocate STACK from its old location to the new one.  The
   local variables YYSIZE and YYSTACKSIZE give the old and new number of
   elements in the stack, and YYPTR gives the new location of the
   stack.  Advance YYPTR to a properly aligned location for the next
   stack.  */
# define YYSTACK_RELOCATE(Stack_alloc, Stack)                           \
    do                                                                  \
      {                                                                 \
        YYPTRDIFF_T yynewbytes;                                         \
        YYCOPY (&yyptr->Stack_alloc, Stack, yysize);                    \
        Stack = &yyptr->Stack_alloc;                                    \
        yynewbytes = yystacksize * YYSIZEOF (*Stack) + YYSTACK_GAP_MAXIMUM; \
        yyptr += yynewbytes / YYSIZEOF (*yyptr);                        \
      }                                                                 \
    while (0)

#endif

#if defined YYCOPY_NEEDED && YYCOPY_NEEDED
/* Copy COUNT objects from SRC to DST.  The source and destination do
   not overlap.  */
# ifndef YYCOPY
#  if defined __GNUC__ && 1 < __GNUC__
#   define YYCOPY(Dst, Src, Count) \
      __builtin_memcpy (Dst, Src, YY_CAST (YYSIZE_T, (Count)) * sizeof (*(Src)))
#  else
#   define YYCOPY(Dst, Src, Count)              \
      do                                        \
        {                                       \
          YYPTRDIFF_T yyi;                      \
          for (yyi = 0; yyi < (Count); yyi++)   \
            (Dst)[yyi] = (Src)[yyi];            \
        }                                       \
      while (0)
#  endif
# endif
#endif /* !YYCOPY_NEEDED */

/* YYFINAL -- State number of the termination state.  */
#define YYFINAL  27
/* YYLAST -- Last index in YYTABLE.  */
#define YYLAST   1135

/* YYNTOKENS -- Number of terminals.  */
#define YYNTOKENS  70
/* YYNNTS -- Number of nonterminals.  */
#define YYNNTS  50
/* YYNRULES -- Number of rules.  */
#define YYNRULES  165
/* YYNSTATES -- Number of states.  */
#define YYNSTATES  309

/* YYMAXUTOK -- Last valid token kind.  */
#define YYMAXUTOK   311


/* YYTRANSLATE(TOKEN-NUM) -- Symbol number corresponding to TOKEN-NUM
   as returned by yylex, with out-of-bounds checking.  */
#define YYTRANSLATE(YYX)                                \
  (0 <= (YYX) && (YYX) <= YYMAXUTOK                     \
   ? YY_CAST (yysymbol_kind_t, yytranslate[YYX])        \
   : YYSYMBOL_YYUNDEF)

/* YYTRANSLATE[TOKEN-NUM] -- Symbol number corresponding to TOKEN-NUM
   as returned by yylex.  */
static const yytype_int8 yytranslate[] =
{
       0,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
      64,    65,    54,     2,    66,     2,    57,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,    60,    61,
       2,    58,     2,    55,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,    56,     2,    67,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,    62,     2,    63,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     1,     2,     3,     4,
       5,     6,     7,     8,     9,    10,    11,    12,    13,    14,
      15,    16,    17,    18,    19,    20,    21,    22,    23,    24,
      25,    26,    27,    28,    29,    30,    31,    32,    33,    34,
      35,    36,    37,    38,    39,    40,    41,    42,    43,    44,
      45,    46,    47,    48,    49,    50,    51,    52,    53,    59,
      68,    69
};

#if AWL_YYDEBUG
/* YYRLINE[YYN] -- Source line where rule number YYN was defined.  */
static const yytype_int16 yyrline[] =
{
       0,    98,    98,    99,   102,   103,   106,   107,   108,   109,
     110,   111,   113,   114,   116,   118,   119,   123,   124,   127,
     128,   129,   132,   133,   134,   137,   137,   139,   140,   143,
     146,   147,   148,   149,   153,   158,   159,   160,   161,   162,
     163,   164,   165,   166,   169,   172,   173,   176,   177,   183,
     189,   190,   193,   194,   198,   199,   200,   201,   202,   203,
     204,   210,   211,   212,   216,   217,   222,   227,   228,   229,
     233,   237,   242,   243,   244,   245,   246,   247,   248,   249,
     250,   253,   254,   255,   256,   260,   267,   270,   274,   274,
     275,   275,   275,   276,   276,   276,   278,   279,   282,   283,
     284,   287,   288,   291,   292,   296,   297,   298,   299,   302,
     303,   306,   307,   308,   309,   312,   313,   316,   317,   321,
     322,   325,   326,   329,   337,   338,   339,   345,   351,   351,
     353,   354,   355,   361,   363,   363,   366,   367,   370,   371,
     372,   375,   376,   377,   378,   381,   382,   385,   386,   387,
     391,   394,   395,   396,   400,   401,   402,   403,   404,   407,
     408,   411,   412,   415,   416,   417
};
#endif

/** Accessing symbol of state STATE.  */
#define YY_ACCESSING_SYMBOL(State) YY_CAST (yysymbol_kind_t, yystos[State])

#if 1
/* The user-facing name of the symbol whose (internal) number is
   YYSYMBOL.  No bounds checking.  */
static const char *yysymbol_name (yysymbol_kind_t yysymbol) YY_ATTRIBUTE_UNUSED;

static const char *
yysymbol_name (yysymbol_kind_t yysymbol)
{
  static const char *const yy_sname[] =
  {
  "AWL_YYEOF", "error", "invalid token", "START_VALUE", "PROBE", "NAME",
  "LOCAL", "GLOBAL", "TYPE", "PARAM", "NUMBER", "STRING", "PRED_BEGIN",
  "PRED_END", "ANGLE_OPEN", "ANGLE_CLOSE", "EXPR_LBRACE", "EXPR_RBRACE",
  "COND_END", "VALUE_COND", "ELSE_VALUE", "FN_PARAMS", "TAG", "LOOP",
  "JUMP", "ENUM", "TYPEDEF", "CONFIG", "LET", "MACRO", "IMPORT", "IF",
  "IF_VALUE", "ELSE", "FOR", "RETURN", "DELETE", "NIL", "SIZEOF",
  "OFFSETOF", "CONTAINER_OF", "TYPEOF", "TYPE_VALUE", "COMPTIME", "DOTDOT",
  "PREFIX", "NO_BODY", "END_ITEM", "VSEMI", "ATTR", "STEP", "ASSIGN",
  "BINARY", "SIGN", "'*'", "'?'", "'['", "'.'", "'='", "ARROW", "':'",
  "';'", "'{'", "'}'", "'('", "')'", "','", "']'", "NO_ELSE", "UNARY",
  "$accept", "input", "items", "item", "probes", "pred", "body", "semi",
  "stmts", "block", "stmt", "if_head", "loop", "range", "entry",
  "let_type", "let_value", "expr", "value_block", "value_if", "value_else",
  "unary", "binary", "sized", "args", "some_args", "path", "type",
  "any_type", "bare_type", "words", "stars", "opt_name", "attrs",
  "aggregate", "tag_name", "enum", "opt_end", "enums", "opt_comma",
  "fields", "field", "base", "declarators", "declarator", "dims",
  "settings", "params", "some_params", "param", YY_NULLPTR
  };
  return yy_sname[yysymbol];
}
#endif

#define YYPACT_NINF (-171)

#define yypact_value_is_default(Yyn) \
  ((Yyn) == YYPACT_NINF)

#define YYTABLE_NINF (-129)

#define yytable_value_is_error(Yyn) \
  0

/* YYPACT[STATE-NUM] -- Index in YYTABLE of the portion describing
   STATE-NUM.  */
static const yytype_int16 yypact[] =
{
      20,  1000,    33,   392,   -55,  -171,  -171,  -171,  -171,  -171,
    -171,   -24,  1000,    18,    35,    54,    56,  1000,  -171,  1000,
    -171,  -171,   788,  1076,  -171,  -171,  1000,  -171,   -11,  -171,
       9,    71,    85,    38,    82,   131,   129,  -171,    22,  -171,
      83,  -171,  1000,   274,  1000,    78,   788,   788,  1000,   788,
      78,    78,  -171,   139,   141,    87,  1076,    46,    50,  -171,
     144,  -171,  1000,  -171,  -171,  -171,   898,  1000,    25,   950,
     142,  1000,    78,  -171,  -171,  -171,    88,  -171,    93,    91,
    -171,    10,   151,  -171,  -171,  -171,    97,    96,   114,   109,
     -11,  -171,   588,   208,  -171,   110,   111,   -11,  -171,  1050,
     -11,   170,  1050,    21,   838,  -171,  -171,  -171,  -171,   145,
     917,   606,  1076,   115,     8,   116,   805,   118,  -171,  -171,
     788,  -171,   738,  -171,   638,  1000,  -171,  1076,  1000,  1065,
      72,   117,  -171,  -171,  1076,  -171,    78,  -171,    14,  -171,
    -171,   125,   126,  1000,    15,   -17,  -171,    32,  -171,  1000,
     124,  -171,   178,   112,  -171,  -171,  -171,  -171,    31,  -171,
    1000,  -171,   788,  -171,  1017,  -171,   133,  -171,   134,   190,
     135,   155,  -171,   967,   336,   526,  -171,  -171,   184,  -171,
     196,    92,  -171,   137,  -171,  1076,  -171,   656,    78,   762,
    1000,  1000,  -171,  1000,  -171,  -171,  -171,    23,  1076,  -171,
    -171,   152,    97,  -171,   158,   688,  1000,    12,   967,  -171,
    -171,  -171,   143,   146,  -171,  -171,  -171,   400,   -11,  -171,
    -171,    -6,   555,  -171,    92,   153,  1000,   156,  -171,  1000,
    -171,  -171,  -171,   200,  -171,    30,  -171,     8,   150,  -171,
    -171,   762,   161,   162,    47,  -171,   160,   222,  -171,  -171,
     706,  1076,   181,   172,  -171,  -171,  -171,  -171,   171,   124,
    -171,  -171,   158,  -171,   -17,   526,  -171,  1000,   -11,  1076,
     526,  1076,     6,   229,  -171,   183,   196,  -171,  -171,  1000,
    -171,  -171,  -171,   173,   158,  -171,  -171,  1000,  -171,  -171,
    -171,  -171,  1076,  -171,  -171,  -171,  -171,  -171,  -171,    51,
     865,   158,   214,  1076,   462,  -171,  -171,  -171,  -171
};

/* YYDEFACT[STATE-NUM] -- Default reduction number in state STATE-NUM.
   Performed when YYTABLE does not specify something else to do.  Zero
   means the default is an error.  */
static const yytype_uint8 yydefact[] =
{
       4,     0,     0,     0,    56,    57,    58,    59,    54,    55,
      27,     0,     0,     0,     0,     0,     0,     0,    90,     0,
      91,    92,     0,     3,    82,    83,     0,     1,     0,    17,
     124,   119,     0,     0,     0,     0,     0,     5,    19,     7,
       0,     8,    98,     0,     0,    75,     0,     0,     0,     0,
      85,    73,   115,     0,     0,     0,   101,     0,     0,   105,
     111,    72,     0,    93,    94,    95,     0,     0,     0,     0,
       0,     0,    74,    26,    25,    16,   125,   121,   120,     0,
     142,   124,   119,   141,   143,   144,   117,     0,     0,     0,
       0,    18,     0,     0,   136,     0,    99,     0,    86,     0,
       0,     0,     0,     0,     0,    27,    30,    31,    28,    35,
       0,     0,    97,     0,    96,     0,     0,     0,   112,   113,
       0,    61,     0,   106,     0,     0,   116,    81,     0,     0,
       0,    68,    69,    80,    79,    70,    76,     9,   119,    10,
     130,   112,   113,     0,     0,     0,   121,   147,   154,     0,
     159,    15,     0,     0,    27,    22,     6,    24,     0,    60,
     100,    43,     0,    37,     0,    40,    50,    44,     0,     0,
       0,    47,    41,     0,     0,     0,    33,    32,     0,    64,
       0,     0,    84,     0,    62,   102,   107,     0,    63,    78,
       0,     0,    67,    98,   120,   122,   126,     0,   149,   151,
     118,     0,   117,    11,   145,     0,     0,     0,     0,   163,
     164,   165,     0,   160,   161,    21,    20,     0,     0,   121,
     137,   117,   101,    46,     0,    52,     0,     0,    39,     0,
      42,    29,    36,     0,   103,     0,   117,   109,     0,   114,
     108,    77,     0,     0,   134,   129,     0,     0,   121,   152,
       0,   148,     0,     0,    12,   157,   156,    13,     0,     0,
      23,   140,   123,   139,     0,     0,    51,     0,     0,    49,
       0,    48,     0,     0,    65,   110,     0,    71,   133,     0,
     135,   131,   121,     0,   146,   153,   158,     0,    27,   162,
     138,    45,    53,    34,    38,    88,    89,    87,   104,     0,
     134,   127,     0,   155,     0,    66,   132,   150,    14
};

/* YYPGOTO[NTERM-NUM].  */
static const yytype_int16 yypgoto[] =
{
    -171,  -171,  -171,  -171,  -171,  -171,  -171,   -23,  -102,  -113,
     -91,  -171,   147,    86,  -171,  -171,  -171,    -1,  -170,   -20,
    -171,  -171,  -171,   -37,    64,   -38,   -16,   -21,    39,   -26,
    -171,    28,   121,  -139,   262,  -171,   264,  -171,  -171,   -32,
    -171,  -171,   113,    52,    74,  -171,  -171,  -171,  -171,    29
};

/* YYDEFGOTO[NTERM-NUM].  */
static const yytype_int16 yydefgoto[] =
{
       0,     2,     3,    37,    38,    93,   156,   106,    43,   107,
     108,   109,   163,   170,   171,   225,   268,   110,    24,    25,
     297,    26,    71,   113,    95,    57,   235,   114,   238,    59,
      60,   144,    79,   138,    84,    40,    85,   246,   197,   281,
     158,   220,    86,   145,   146,   147,   207,   212,   213,   214
};

/* YYTABLE[YYPACT[STATE-NUM]] -- What to do in state STATE-NUM.  If
   positive, shift that token.  If negative, reduce the rule whose
   number is the opposite.  If YYTABLE_NINF, syntax error.  */
static const yytype_int16 yytable[] =
{
      23,    58,   157,   174,    96,    75,    83,   204,   233,    42,
     115,    45,   117,   252,    76,   141,    50,   253,    51,   194,
     199,    56,    10,     1,   243,    72,    91,   168,   244,   130,
     131,    73,   218,    27,    92,   132,    80,    73,    11,    52,
      44,    56,    73,   111,    74,   112,   112,   116,   112,   202,
      74,   223,   217,    81,   143,    74,    82,   228,    77,    77,
      73,   127,   123,   195,   124,   129,    56,   151,   134,   200,
     136,   245,    55,    74,   161,   254,    78,   165,   255,   201,
     262,   172,    46,   183,   232,   169,  -128,   273,   205,    88,
      80,   153,   206,    52,   219,   274,    87,   236,   164,    47,
      52,   164,   295,   173,   123,   279,   124,    81,   273,   284,
      82,   121,   122,   280,    53,   125,   305,    54,    48,   112,
      49,   185,   203,   187,   188,   216,    55,   189,    61,   209,
     210,   211,    83,    55,    67,    68,    89,    70,   191,   192,
      90,    58,   198,   301,   118,    94,   119,   135,   208,   137,
     230,   120,   126,   140,   139,    96,   142,   143,   148,   185,
     237,   222,    61,    62,    63,    64,    65,    66,    67,    68,
      69,    70,   149,   150,   291,   159,   166,   160,   175,   294,
     179,   193,   180,   182,   256,   257,   304,  -125,  -120,   241,
     185,   215,    56,   224,   226,   261,   168,   105,   263,   229,
      10,   234,   239,   237,   250,   251,   247,   195,   258,    97,
     278,   267,   259,     4,     5,     6,   276,     7,     8,     9,
     272,   270,   154,   282,    10,   269,   277,   283,   271,   286,
     287,    99,   100,   288,   298,   307,   101,   200,   302,   102,
      11,   290,   103,   104,    12,   293,    13,    14,    15,   167,
      16,    17,   296,    18,   155,   227,    73,   242,    19,   196,
     299,    20,    21,   266,   275,    39,   292,    41,   306,    74,
     105,   221,    22,   264,     0,    97,   248,     0,   300,     4,
       5,     6,     0,     7,     8,     9,   303,     0,   289,     0,
      10,    98,     0,     0,     0,     0,     0,    99,   100,     0,
       0,     0,   101,     0,     0,   102,    11,     0,   103,   104,
      12,     0,    13,    14,    15,     0,    16,    17,     0,    18,
       0,     0,    73,     0,    19,     0,     0,    20,    21,     0,
       0,     0,     0,     0,     0,    74,   105,    97,    22,     0,
       0,     4,     5,     6,     0,     7,     8,     9,     0,     0,
       0,     0,    10,     0,     0,     0,     0,     0,     0,    99,
     100,     0,     0,     0,   101,     0,     0,   102,    11,     0,
     103,   104,    12,     0,    13,    14,    15,     0,    16,    17,
       0,    18,     0,     0,    73,     0,    19,     0,     0,    20,
      21,     0,    -2,    28,     0,     0,    29,    74,   105,   231,
      22,    97,     0,     0,     0,     4,     5,     6,     0,     7,
       8,     9,     0,     0,    30,   260,    10,    31,    32,    33,
      34,    35,    36,    99,   100,     0,     0,     0,   101,     0,
       0,   102,    11,     0,   103,   104,    12,     0,    13,    14,
      15,     0,    16,    17,     0,    18,     0,     0,    73,     0,
      19,     0,     0,    20,    21,     0,     0,     0,     0,     0,
       0,    74,   105,    97,    22,     0,     0,     4,     5,     6,
       0,     7,     8,     9,     0,     0,     0,     0,    10,     0,
       0,     0,     0,     0,     0,    99,   100,     0,     0,     0,
     101,     0,     0,   102,    11,     0,   103,   104,    12,     0,
      13,    14,    15,     0,    16,    17,     0,    18,     0,     0,
      73,     0,    19,     0,     0,    20,    21,     0,     0,     0,
       0,     0,     0,    74,   105,   308,    22,    97,     0,     0,
       0,     4,     5,     6,     0,     7,     8,     9,     0,     0,
       0,     0,    10,     0,     0,     0,     0,     0,     0,    99,
     100,     0,     0,     0,   101,     0,     0,   102,    11,     0,
     103,   104,    12,     0,    13,    14,    15,     0,    16,    17,
       0,    18,     0,   265,    73,     0,    19,     0,     0,    20,
      21,     0,     0,     0,     0,     0,     0,    74,   105,   152,
      22,     0,     0,     4,     5,     6,     0,     7,     8,     9,
       0,     0,     0,     0,    10,    61,    62,    63,    64,    65,
      66,    67,    68,    69,    70,     0,     0,     0,     0,     0,
      11,     0,     0,     0,    12,   178,    13,    14,    15,     0,
      16,    17,     0,    18,     0,     0,     0,     0,    19,     0,
       0,    20,    21,     4,     5,     6,     0,     7,     8,     9,
       0,     0,    22,     0,    10,     0,    61,    62,    63,    64,
      65,    66,    67,    68,    69,    70,     0,     0,     0,     0,
      11,     0,     0,     0,    12,     0,    13,    14,    15,     0,
      16,    17,     0,    18,     0,     0,     0,     0,    19,     0,
       0,    20,    21,     4,     5,     6,     0,     7,     8,     9,
       0,     0,    22,     0,    10,   186,    61,    62,    63,    64,
      65,    66,    67,    68,    69,    70,     0,     0,     0,     0,
      11,     0,     0,   240,    12,     0,    13,    14,    15,     0,
      16,    17,     0,    18,     0,     0,     0,     0,    19,     0,
       0,    20,    21,     4,     5,     6,     0,     7,     8,     9,
       0,     0,    22,     0,    10,   249,    61,    62,    63,    64,
      65,    66,    67,    68,    69,    70,     0,     0,     0,     0,
      11,     0,     0,   285,    12,     0,    13,    14,    15,     0,
      16,    17,     0,    18,     0,     0,     0,     0,    19,     0,
       0,    20,    21,     4,     5,     6,    52,     7,     8,     9,
       0,     0,    22,   184,    10,     0,     0,     0,     0,     0,
      53,     0,    61,    54,    63,    64,    65,    66,    67,    68,
      11,    70,     0,     0,    12,     0,    13,    14,    15,    55,
      16,    17,     0,    18,     0,     0,     0,     0,    19,     0,
       0,    20,    21,     4,     5,     6,     0,     7,     8,     9,
       0,     0,    22,     0,    10,    61,    62,    63,    64,    65,
      66,    67,    68,    69,    70,     0,     0,     0,     0,     0,
      11,   181,     0,     0,    12,     0,    13,    14,    15,     0,
      16,    17,     0,    18,     0,     0,    73,     0,    19,     0,
       0,    20,    21,     0,     0,     0,     0,     0,     0,    74,
       0,     0,    22,     4,     5,     6,     0,     7,     8,     9,
       0,     0,     0,     0,    10,    61,    62,    63,    64,    65,
      66,    67,    68,    69,    70,     0,     0,     0,     0,     0,
      11,   280,     0,     0,    12,     0,    13,    14,    15,     0,
      16,    17,     0,    18,     0,     0,     0,     0,    19,     0,
       0,    20,    21,     0,     0,     4,     5,     6,   128,     7,
       8,     9,    22,     0,     0,   176,    10,    61,    62,    63,
      64,    65,    66,    67,    68,    69,    70,     0,   177,     0,
       0,     0,    11,     0,     0,     0,    12,   133,    13,    14,
      15,     0,    16,    17,     0,    18,     0,     0,     0,     0,
      19,     0,     0,    20,    21,     4,     5,     6,     0,     7,
       8,     9,     0,     0,    22,    73,    10,    61,    62,    63,
      64,    65,    66,    67,    68,    69,    70,     0,    74,     0,
       0,     0,    11,     0,     0,     0,    12,     0,    13,    14,
      15,     0,    16,    17,     0,    18,     0,     0,     0,     0,
      19,     0,     0,    20,    21,     4,     5,     6,     0,     7,
       8,     9,     0,     0,    22,     0,    10,    61,    62,    63,
      64,    65,    66,    67,    68,    69,    70,     0,     0,   105,
       0,     0,    11,     0,     0,     0,    12,     0,    13,    14,
      15,     0,    16,    17,     0,    18,     0,     0,     0,     0,
      19,     0,     0,    20,    21,     0,     0,     0,     0,     0,
       0,     0,     0,     0,   162,    61,    62,    63,    64,    65,
      66,    67,    68,    69,    70,   190,    61,    62,    63,    64,
      65,    66,    67,    68,    69,    70
};

static const yytype_int16 yycheck[] =
{
       1,    22,    93,   105,    42,    28,    32,   146,   178,    64,
      47,    12,    49,     1,     5,     5,    17,     5,    19,     5,
       5,    22,    16,     3,     1,    26,     4,     6,     5,    67,
       5,    48,     1,     0,    12,    10,     5,    48,    32,     8,
      64,    42,    48,    44,    61,    46,    47,    48,    49,    66,
      61,   164,   154,    22,    60,    61,    25,   170,    49,    49,
      48,    62,    54,    49,    56,    66,    67,    90,    69,    54,
      71,    48,    41,    61,    97,    63,     5,   100,    66,    64,
     219,   104,    64,   120,   175,    64,    63,    57,    56,     7,
       5,    92,    60,     8,    63,    65,    58,     5,    99,    64,
       8,   102,   272,   104,    54,    58,    56,    22,    57,   248,
      25,    65,    66,    66,    22,    65,    65,    25,    64,   120,
      64,   122,   145,   124,   125,    13,    41,   128,    50,     5,
       6,     7,   158,    41,    56,    57,     5,    59,    66,    67,
      11,   162,   143,   282,     5,    62,     5,     5,   149,    61,
     173,    64,     8,    62,    61,   193,     5,    60,    62,   160,
     181,   162,    50,    51,    52,    53,    54,    55,    56,    57,
      58,    59,    58,    64,   265,    65,     6,    66,    33,   270,
      65,    64,    66,    65,   207,   208,   288,    62,    62,   190,
     191,    13,   193,    60,    60,   218,     6,    62,   221,    44,
      16,     5,    65,   224,   205,   206,    54,    49,    65,     1,
      48,    58,    66,     5,     6,     7,    66,     9,    10,    11,
      20,    65,    14,    63,    16,   226,    65,     5,   229,    48,
      58,    23,    24,    62,     5,    21,    28,    54,    65,    31,
      32,   264,    34,    35,    36,   268,    38,    39,    40,   102,
      42,    43,   272,    45,    46,   169,    48,   193,    50,   138,
     276,    53,    54,   224,   236,     3,   267,     3,   300,    61,
      62,   158,    64,   221,    -1,     1,   202,    -1,   279,     5,
       6,     7,    -1,     9,    10,    11,   287,    -1,   259,    -1,
      16,    17,    -1,    -1,    -1,    -1,    -1,    23,    24,    -1,
      -1,    -1,    28,    -1,    -1,    31,    32,    -1,    34,    35,
      36,    -1,    38,    39,    40,    -1,    42,    43,    -1,    45,
      -1,    -1,    48,    -1,    50,    -1,    -1,    53,    54,    -1,
      -1,    -1,    -1,    -1,    -1,    61,    62,     1,    64,    -1,
      -1,     5,     6,     7,    -1,     9,    10,    11,    -1,    -1,
      -1,    -1,    16,    -1,    -1,    -1,    -1,    -1,    -1,    23,
      24,    -1,    -1,    -1,    28,    -1,    -1,    31,    32,    -1,
      34,    35,    36,    -1,    38,    39,    40,    -1,    42,    43,
      -1,    45,    -1,    -1,    48,    -1,    50,    -1,    -1,    53,
      54,    -1,     0,     1,    -1,    -1,     4,    61,    62,    63,
      64,     1,    -1,    -1,    -1,     5,     6,     7,    -1,     9,
      10,    11,    -1,    -1,    22,    15,    16,    25,    26,    27,
      28,    29,    30,    23,    24,    -1,    -1,    -1,    28,    -1,
      -1,    31,    32,    -1,    34,    35,    36,    -1,    38,    39,
      40,    -1,    42,    43,    -1,    45,    -1,    -1,    48,    -1,
      50,    -1,    -1,    53,    54,    -1,    -1,    -1,    -1,    -1,
      -1,    61,    62,     1,    64,    -1,    -1,     5,     6,     7,
      -1,     9,    10,    11,    -1,    -1,    -1,    -1,    16,    -1,
      -1,    -1,    -1,    -1,    -1,    23,    24,    -1,    -1,    -1,
      28,    -1,    -1,    31,    32,    -1,    34,    35,    36,    -1,
      38,    39,    40,    -1,    42,    43,    -1,    45,    -1,    -1,
      48,    -1,    50,    -1,    -1,    53,    54,    -1,    -1,    -1,
      -1,    -1,    -1,    61,    62,    63,    64,     1,    -1,    -1,
      -1,     5,     6,     7,    -1,     9,    10,    11,    -1,    -1,
      -1,    -1,    16,    -1,    -1,    -1,    -1,    -1,    -1,    23,
      24,    -1,    -1,    -1,    28,    -1,    -1,    31,    32,    -1,
      34,    35,    36,    -1,    38,    39,    40,    -1,    42,    43,
      -1,    45,    -1,    18,    48,    -1,    50,    -1,    -1,    53,
      54,    -1,    -1,    -1,    -1,    -1,    -1,    61,    62,     1,
      64,    -1,    -1,     5,     6,     7,    -1,     9,    10,    11,
      -1,    -1,    -1,    -1,    16,    50,    51,    52,    53,    54,
      55,    56,    57,    58,    59,    -1,    -1,    -1,    -1,    -1,
      32,    -1,    -1,    -1,    36,    19,    38,    39,    40,    -1,
      42,    43,    -1,    45,    -1,    -1,    -1,    -1,    50,    -1,
      -1,    53,    54,     5,     6,     7,    -1,     9,    10,    11,
      -1,    -1,    64,    -1,    16,    -1,    50,    51,    52,    53,
      54,    55,    56,    57,    58,    59,    -1,    -1,    -1,    -1,
      32,    -1,    -1,    -1,    36,    -1,    38,    39,    40,    -1,
      42,    43,    -1,    45,    -1,    -1,    -1,    -1,    50,    -1,
      -1,    53,    54,     5,     6,     7,    -1,     9,    10,    11,
      -1,    -1,    64,    -1,    16,    67,    50,    51,    52,    53,
      54,    55,    56,    57,    58,    59,    -1,    -1,    -1,    -1,
      32,    -1,    -1,    67,    36,    -1,    38,    39,    40,    -1,
      42,    43,    -1,    45,    -1,    -1,    -1,    -1,    50,    -1,
      -1,    53,    54,     5,     6,     7,    -1,     9,    10,    11,
      -1,    -1,    64,    -1,    16,    67,    50,    51,    52,    53,
      54,    55,    56,    57,    58,    59,    -1,    -1,    -1,    -1,
      32,    -1,    -1,    67,    36,    -1,    38,    39,    40,    -1,
      42,    43,    -1,    45,    -1,    -1,    -1,    -1,    50,    -1,
      -1,    53,    54,     5,     6,     7,     8,     9,    10,    11,
      -1,    -1,    64,    65,    16,    -1,    -1,    -1,    -1,    -1,
      22,    -1,    50,    25,    52,    53,    54,    55,    56,    57,
      32,    59,    -1,    -1,    36,    -1,    38,    39,    40,    41,
      42,    43,    -1,    45,    -1,    -1,    -1,    -1,    50,    -1,
      -1,    53,    54,     5,     6,     7,    -1,     9,    10,    11,
      -1,    -1,    64,    -1,    16,    50,    51,    52,    53,    54,
      55,    56,    57,    58,    59,    -1,    -1,    -1,    -1,    -1,
      32,    66,    -1,    -1,    36,    -1,    38,    39,    40,    -1,
      42,    43,    -1,    45,    -1,    -1,    48,    -1,    50,    -1,
      -1,    53,    54,    -1,    -1,    -1,    -1,    -1,    -1,    61,
      -1,    -1,    64,     5,     6,     7,    -1,     9,    10,    11,
      -1,    -1,    -1,    -1,    16,    50,    51,    52,    53,    54,
      55,    56,    57,    58,    59,    -1,    -1,    -1,    -1,    -1,
      32,    66,    -1,    -1,    36,    -1,    38,    39,    40,    -1,
      42,    43,    -1,    45,    -1,    -1,    -1,    -1,    50,    -1,
      -1,    53,    54,    -1,    -1,     5,     6,     7,    60,     9,
      10,    11,    64,    -1,    -1,    48,    16,    50,    51,    52,
      53,    54,    55,    56,    57,    58,    59,    -1,    61,    -1,
      -1,    -1,    32,    -1,    -1,    -1,    36,    37,    38,    39,
      40,    -1,    42,    43,    -1,    45,    -1,    -1,    -1,    -1,
      50,    -1,    -1,    53,    54,     5,     6,     7,    -1,     9,
      10,    11,    -1,    -1,    64,    48,    16,    50,    51,    52,
      53,    54,    55,    56,    57,    58,    59,    -1,    61,    -1,
      -1,    -1,    32,    -1,    -1,    -1,    36,    -1,    38,    39,
      40,    -1,    42,    43,    -1,    45,    -1,    -1,    -1,    -1,
      50,    -1,    -1,    53,    54,     5,     6,     7,    -1,     9,
      10,    11,    -1,    -1,    64,    -1,    16,    50,    51,    52,
      53,    54,    55,    56,    57,    58,    59,    -1,    -1,    62,
      -1,    -1,    32,    -1,    -1,    -1,    36,    -1,    38,    39,
      40,    -1,    42,    43,    -1,    45,    -1,    -1,    -1,    -1,
      50,    -1,    -1,    53,    54,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    64,    50,    51,    52,    53,    54,
      55,    56,    57,    58,    59,    60,    50,    51,    52,    53,
      54,    55,    56,    57,    58,    59
};

/* YYSTOS[STATE-NUM] -- The symbol kind of the accessing symbol of
   state STATE-NUM.  */
static const yytype_int8 yystos[] =
{
       0,     3,    71,    72,     5,     6,     7,     9,    10,    11,
      16,    32,    36,    38,    39,    40,    42,    43,    45,    50,
      53,    54,    64,    87,    88,    89,    91,     0,     1,     4,
      22,    25,    26,    27,    28,    29,    30,    73,    74,   104,
     105,   106,    64,    78,    64,    87,    64,    64,    64,    64,
      87,    87,     8,    22,    25,    41,    87,    95,    97,    99,
     100,    50,    51,    52,    53,    54,    55,    56,    57,    58,
      59,    92,    87,    48,    61,    77,     5,    49,     5,   102,
       5,    22,    25,    99,   104,   106,   112,    58,     7,     5,
      11,     4,    12,    75,    62,    94,    95,     1,    17,    23,
      24,    28,    31,    34,    35,    62,    77,    79,    80,    81,
      87,    87,    87,    93,    97,    93,    87,    93,     5,     5,
      64,    65,    66,    54,    56,    65,     8,    87,    60,    87,
      95,     5,    10,    37,    87,     5,    87,    61,   103,    61,
      62,     5,     5,    60,   101,   113,   114,   115,    62,    58,
      64,    77,     1,    87,    14,    46,    76,    80,   110,    65,
      66,    77,    64,    82,    87,    77,     6,    82,     6,    64,
      83,    84,    77,    87,    78,    33,    48,    61,    19,    65,
      66,    66,    65,    93,    65,    87,    67,    87,    87,    87,
      60,    66,    67,    64,     5,    49,   102,   108,    87,     5,
      54,    64,    66,    77,   103,    56,    60,   116,    87,     5,
       6,     7,   117,   118,   119,    13,    13,    78,     1,    63,
     111,   112,    87,    79,    60,    85,    60,    83,    79,    44,
      77,    63,    80,    88,     5,    96,     5,    97,    98,    65,
      67,    87,    94,     1,     5,    48,   107,    54,   114,    67,
      87,    87,     1,     5,    63,    66,    77,    77,    65,    66,
      15,    77,   103,    77,   113,    18,    98,    58,    86,    87,
      65,    87,    20,    57,    65,   101,    66,    65,    48,    58,
      66,   109,    63,     5,   103,    67,    48,    58,    62,   119,
      77,    80,    87,    77,    80,    88,    89,    90,     5,    96,
      87,   103,    65,    87,    78,    65,   109,    21,    63
};

/* YYR1[RULE-NUM] -- Symbol kind of the left-hand side of rule RULE-NUM.  */
static const yytype_int8 yyr1[] =
{
       0,    70,    71,    71,    72,    72,    73,    73,    73,    73,
      73,    73,    73,    73,    73,    73,    73,    74,    74,    75,
      75,    75,    76,    76,    76,    77,    77,    78,    78,    79,
      80,    80,    80,    80,    80,    80,    80,    80,    80,    80,
      80,    80,    80,    80,    81,    82,    82,    83,    83,    84,
      85,    85,    86,    86,    87,    87,    87,    87,    87,    87,
      87,    87,    87,    87,    87,    87,    87,    87,    87,    87,
      87,    87,    87,    87,    87,    87,    87,    87,    87,    87,
      87,    87,    87,    87,    87,    87,    88,    89,    90,    90,
      91,    91,    91,    92,    92,    92,    93,    93,    94,    94,
      94,    95,    95,    96,    96,    97,    97,    97,    97,    98,
      98,    99,    99,    99,    99,   100,   100,   101,   101,   102,
     102,   103,   103,   104,   105,   105,   105,   106,   107,   107,
     108,   108,   108,   108,   109,   109,   110,   110,   111,   111,
     111,   112,   112,   112,   112,   113,   113,   114,   114,   114,
     114,   115,   115,   115,   116,   116,   116,   116,   116,   117,
     117,   118,   118,   119,   119,   119
};

/* YYR2[RULE-NUM] -- Number of symbols on the right-hand side of rule RULE-NUM.  */
static const yytype_int8 yyr2[] =
{
       0,     2,     1,     2,     0,     2,     3,     1,     1,     3,
       3,     4,     5,     5,     8,     3,     2,     1,     2,     0,
       3,     3,     1,     3,     1,     1,     1,     0,     2,     3,
       1,     1,     2,     2,     5,     1,     3,     2,     5,     3,
       2,     2,     3,     2,     2,     4,     2,     1,     3,     3,
       0,     2,     0,     2,     1,     1,     1,     1,     1,     1,
       4,     3,     4,     4,     4,     6,     8,     4,     3,     3,
       3,     6,     2,     2,     2,     2,     3,     5,     4,     3,
       3,     3,     1,     1,     4,     2,     3,     7,     1,     1,
       1,     1,     1,     1,     1,     1,     1,     1,     0,     1,
       2,     1,     3,     1,     3,     1,     2,     3,     4,     1,
       2,     1,     2,     2,     4,     1,     2,     0,     2,     0,
       1,     0,     2,     5,     1,     2,     4,     7,     0,     1,
       0,     3,     5,     3,     0,     1,     0,     2,     3,     2,
       2,     1,     1,     1,     1,     2,     4,     1,     3,     2,
       6,     2,     3,     4,     0,     4,     2,     2,     3,     0,
       1,     1,     3,     1,     1,     1
};


enum { YYENOMEM = -2 };

#define yyerrok         (yyerrstatus = 0)
#define yyclearin       (yychar = AWL_YYEMPTY)

#define YYACCEPT        goto yyacceptlab
#define YYABORT         goto yyabortlab
#define YYERROR         goto yyerrorlab
#define YYNOMEM         goto yyexhaustedlab


#define YYRECOVERING()  (!!yyerrstatus)

#define YYBACKUP(Token, Value)                                    \
  do                                                              \
    if (yychar == AWL_YYEMPTY)                                        \
      {                                                           \
        yychar = (Token);                                         \
        yylval = (Value);                                         \
        YYPOPSTACK (yylen);                                       \
        yystate = *yyssp;                                         \
        goto yybackup;                                            \
      }                                                           \
    else                                                          \
      {                                                           \
        yyerror (&yylloc, lx, YY_("syntax error: cannot back up")); \
        YYERROR;                                                  \
      }                                                           \
  while (0)

/* Backward compatibility with an undocumented macro.
   Use AWL_YYerror or AWL_YYUNDEF. */
#define YYERRCODE AWL_YYUNDEF

/* YYLLOC_DEFAULT -- Set CURRENT to span from RHS[1] to RHS[N].
   If N is 0, then set CURRENT to the empty location which ends
   the previous symbol: RHS[0] (always defined).  */

#ifndef YYLLOC_DEFAULT
# define YYLLOC_DEFAULT(Current, Rhs, N)                                \
    do                                                                  \
      if (N)                                                            \
        {                                                               \
          (Current).first_line   = YYRHSLOC (Rhs, 1).first_line;        \
          (Current).first_column = YYRHSLOC (Rhs, 1).first_column;      \
          (Current).last_line    = YYRHSLOC (Rhs, N).last_line;         \
          (Current).last_column  = YYRHSLOC (Rhs, N).last_column;       \
        }                                                               \
      else                                                              \
        {                                                               \
          (Current).first_line   = (Current).last_line   =              \
            YYRHSLOC (Rhs, 0).last_line;                                \
          (Current).first_column = (Current).last_column =              \
            YYRHSLOC (Rhs, 0).last_column;                              \
        }                                                               \
    while (0)
#endif

#define YYRHSLOC(Rhs, K) ((Rhs)[K])


/* Enable debugging if requested.  */
#if AWL_YYDEBUG

# ifndef YYFPRINTF
#  include <stdio.h> /* INFRINGES ON USER NAME SPACE */
#  define YYFPRINTF fprintf
# endif

# define YYDPRINTF(Args)                        \
do {                                            \
  if (yydebug)                                  \
    YYFPRINTF Args;                             \
} while (0)


/* YYLOCATION_PRINT -- Print the location on the stream.
   This macro was not mandated originally: define only if we know
   we won't break user code: when these are the locations we know.  */

# ifndef YYLOCATION_PRINT

#  if defined YY_LOCATION_PRINT

   /* Temporary convenience wrapper in case some people defined the
      undocumented and private YY_LOCATION_PRINT macros.  */
#   define YYLOCATION_PRINT(File, Loc)  YY_LOCATION_PRINT(File, *(Loc))

#  elif defined AWL_YYLTYPE_IS_TRIVIAL && AWL_YYLTYPE_IS_TRIVIAL

/* Print *YYLOCP on YYO.  Private, do not rely on its existence. */

YY_ATTRIBUTE_UNUSED
static int
yy_location_print_ (FILE *yyo, YYLTYPE const * const yylocp)
{
  int res = 0;
  int end_col = 0 != yylocp->last_column ? yylocp->last_column - 1 : 0;
  if (0 <= yylocp->first_line)
    {
      res += YYFPRINTF (yyo, "%d", yylocp->first_line);
      if (0 <= yylocp->first_column)
        res += YYFPRINTF (yyo, ".%d", yylocp->first_column);
    }
  if (0 <= yylocp->last_line)
    {
      if (yylocp->first_line < yylocp->last_line)
        {
          res += YYFPRINTF (yyo, "-%d", yylocp->last_line);
          if (0 <= end_col)
            res += YYFPRINTF (yyo, ".%d", end_col);
        }
      else if (0 <= end_col && yylocp->first_column < end_col)
        res += YYFPRINTF (yyo, "-%d", end_col);
    }
  return res;
}

#   define YYLOCATION_PRINT  yy_location_print_

    /* Temporary convenience wrapper in case some people defined the
       undocumented and private YY_LOCATION_PRINT macros.  */
#   define YY_LOCATION_PRINT(File, Loc)  YYLOCATION_PRINT(File, &(Loc))

#  else

#   define YYLOCATION_PRINT(File, Loc) ((void) 0)
    /* Temporary convenience wrapper in case some people defined the
       undocumented and private YY_LOCATION_PRINT macros.  */
#   define YY_LOCATION_PRINT  YYLOCATION_PRINT

#  endif
# endif /* !defined YYLOCATION_PRINT */


# define YY_SYMBOL_PRINT(Title, Kind, Value, Location)                    \
do {                                                                      \
  if (yydebug)                                                            \
    {                                                                     \
      YYFPRINTF (stderr, "%s ", Title);                                   \
      yy_symbol_print (stderr,                                            \
                  Kind, Value, Location, lx); \
      YYFPRINTF (stderr, "\n");                                           \
    }                                                                     \
} while (0)


/*-----------------------------------.
| Print this symbol's value on YYO.  |
`-----------------------------------*/

static void
yy_symbol_value_print (FILE *yyo,
                       yysymbol_kind_t yykind, YYSTYPE const * const yyvaluep, YYLTYPE const * const yylocationp, struct lexer *lx)
{
  FILE *yyoutput = yyo;
  YY_USE (yyoutput);
  YY_USE (yylocationp);
  YY_USE (lx);
  if (!yyvaluep)
    return;
  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  YY_USE (yykind);
  YY_IGNORE_MAYBE_UNINITIALIZED_END
}


/*---------------------------.
| Print this symbol on YYO.  |
`---------------------------*/

static void
yy_symbol_print (FILE *yyo,
                 yysymbol_kind_t yykind, YYSTYPE const * const yyvaluep, YYLTYPE const * const yylocationp, struct lexer *lx)
{
  YYFPRINTF (yyo, "%s %s (",
             yykind < YYNTOKENS ? "token" : "nterm", yysymbol_name (yykind));

  YYLOCATION_PRINT (yyo, yylocationp);
  YYFPRINTF (yyo, ": ");
  yy_symbol_value_print (yyo, yykind, yyvaluep, yylocationp, lx);
  YYFPRINTF (yyo, ")");
}

/*------------------------------------------------------------------.
| yy_stack_print -- Print the state stack from its BOTTOM up to its |
| TOP (included).                                                   |
`------------------------------------------------------------------*/

static void
yy_stack_print (yy_state_t *yybottom, yy_state_t *yytop)
{
  YYFPRINTF (stderr, "Stack now");
  for (; yybottom <= yytop; yybottom++)
    {
      int yybot = *yybottom;
      YYFPRINTF (stderr, " %d", yybot);
    }
  YYFPRINTF (stderr, "\n");
}

# define YY_STACK_PRINT(Bottom, Top)                            \
do {                                                            \
  if (yydebug)                                                  \
    yy_stack_print ((Bottom), (Top));                           \
} while (0)


/*------------------------------------------------.
| Report that the YYRULE is going to be reduced.  |
`------------------------------------------------*/

static void
yy_reduce_print (yy_state_t *yyssp, YYSTYPE *yyvsp, YYLTYPE *yylsp,
                 int yyrule, struct lexer *lx)
{
  int yylno = yyrline[yyrule];
  int yynrhs = yyr2[yyrule];
  int yyi;
  YYFPRINTF (stderr, "Reducing stack by rule %d (line %d):\n",
             yyrule - 1, yylno);
  /* The symbols being reduced.  */
  for (yyi = 0; yyi < yynrhs; yyi++)
    {
      YYFPRINTF (stderr, "   $%d = ", yyi + 1);
      yy_symbol_print (stderr,
                       YY_ACCESSING_SYMBOL (+yyssp[yyi + 1 - yynrhs]),
                       &yyvsp[(yyi + 1) - (yynrhs)],
                       &(yylsp[(yyi + 1) - (yynrhs)]), lx);
      YYFPRINTF (stderr, "\n");
    }
}

# define YY_REDUCE_PRINT(Rule)          \
do {                                    \
  if (yydebug)                          \
    yy_reduce_print (yyssp, yyvsp, yylsp, Rule, lx); \
} while (0)

/* Nonzero means print parse trace.  It is left uninitialized so that
   multiple parsers can coexist.  */
int yydebug;
#else /* !AWL_YYDEBUG */
# define YYDPRINTF(Args) ((void) 0)
# define YY_SYMBOL_PRINT(Title, Kind, Value, Location)
# define YY_STACK_PRINT(Bottom, Top)
# define YY_REDUCE_PRINT(Rule)
#endif /* !AWL_YYDEBUG */


/* YYINITDEPTH -- initial size of the parser's stacks.  */
#ifndef YYINITDEPTH
# define YYINITDEPTH 200
#endif

/* YYMAXDEPTH -- maximum size the stacks can grow to (effective only
   if the built-in stack extension method is used).

   Do not make this value too large; the results are undefined if
   YYSTACK_ALLOC_MAXIMUM < YYSTACK_BYTES (YYMAXDEPTH)
   evaluated with infinite-precision integer arithmetic.  */

#ifndef YYMAXDEPTH
# define YYMAXDEPTH 10000
#endif


/* Context of a parse error.  */
typedef struct
{
  yy_state_t *yyssp;
  yysymbol_kind_t yytoken;
  YYLTYPE *yylloc;
} yypcontext_t;

/* Put in YYARG at most YYARGN of the expected tokens given the
   current YYCTX, and return the number of tokens stored in YYARG.  If
   YYARG is null, return the number of expected tokens (guaranteed to
   be less than YYNTOKENS).  Return YYENOMEM on memory exhaustion.
   Return 0 if there are more than YYARGN expected tokens, yet fill
   YYARG up to YYARGN. */
static int
yypcontext_expected_tokens (const yypcontext_t *yyctx,
                            yysymbol_kind_t yyarg[], int yyargn)
{
  /* Actual size of YYARG. */
  int yycount = 0;
  int yyn = yypact[+*yyctx->yyssp];
  if (!yypact_value_is_default (yyn))
    {
      /* Start YYX at -YYN if negative to avoid negative indexes in
         YYCHECK.  In other words, skip the first -YYN actions for
         this state because they are default actions.  */
      int yyxbegin = yyn < 0 ? -yyn : 0;
      /* Stay within bounds of both yycheck and yytname.  */
      int yychecklim = YYLAST - yyn + 1;
      int yyxend = yychecklim < YYNTOKENS ? yychecklim : YYNTOKENS;
      int yyx;
      for (yyx = yyxbegin; yyx < yyxend; ++yyx)
        if (yycheck[yyx + yyn] == yyx && yyx != YYSYMBOL_YYerror
            && !yytable_value_is_error (yytable[yyx + yyn]))
          {
            if (!yyarg)
              ++yycount;
            else if (yycount == yyargn)
              return 0;
            else
              yyarg[yycount++] = YY_CAST (yysymbol_kind_t, yyx);
          }
    }
  if (yyarg && yycount == 0 && 0 < yyargn)
    yyarg[0] = YYSYMBOL_YYEMPTY;
  return yycount;
}




/* The kind of the lookahead of this context.  */
static yysymbol_kind_t
yypcontext_token (const yypcontext_t *yyctx) YY_ATTRIBUTE_UNUSED;

static yysymbol_kind_t
yypcontext_token (const yypcontext_t *yyctx)
{
  return yyctx->yytoken;
}

/* The location of the lookahead of this context.  */
static YYLTYPE *
yypcontext_location (const yypcontext_t *yyctx) YY_ATTRIBUTE_UNUSED;

static YYLTYPE *
yypcontext_location (const yypcontext_t *yyctx)
{
  return yyctx->yylloc;
}

/* User defined function to report a syntax error.  */
static int
yyreport_syntax_error (const yypcontext_t *yyctx, struct lexer *lx);

/*-----------------------------------------------.
| Release the memory associated to this symbol.  |
`-----------------------------------------------*/

static void
yydestruct (const char *yymsg,
            yysymbol_kind_t yykind, YYSTYPE *yyvaluep, YYLTYPE *yylocationp, struct lexer *lx)
{
  YY_USE (yyvaluep);
  YY_USE (yylocationp);
  YY_USE (lx);
  if (!yymsg)
    yymsg = "Deleting";
  YY_SYMBOL_PRINT (yymsg, yykind, yyvaluep, yylocationp);

  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  YY_USE (yykind);
  YY_IGNORE_MAYBE_UNINITIALIZED_END
}






/*----------.
| yyparse.  |
`----------*/

int
yyparse (struct lexer *lx)
{
/* Lookahead token kind.  */
int yychar;


/* The semantic value of the lookahead symbol.  */
/* Default value used for initialization, for pacifying older GCCs
   or non-GCC compilers.  */
YY_INITIAL_VALUE (static YYSTYPE yyval_default;)
YYSTYPE yylval YY_INITIAL_VALUE (= yyval_default);

/* Location data for the lookahead symbol.  */
static YYLTYPE yyloc_default
# if defined AWL_YYLTYPE_IS_TRIVIAL && AWL_YYLTYPE_IS_TRIVIAL
  = { 1, 1, 1, 1 }
# endif
;
YYLTYPE yylloc = yyloc_default;

    /* Number of syntax errors so far.  */
    int yynerrs = 0;

    yy_state_fast_t yystate = 0;
    /* Number of tokens to shift before error messages enabled.  */
    int yyerrstatus = 0;

    /* Refer to the stacks through separate pointers, to allow yyoverflow
       to reallocate them elsewhere.  */

    /* Their size.  */
    YYPTRDIFF_T yystacksize = YYINITDEPTH;

    /* The state stack: array, bottom, top.  */
    yy_state_t yyssa[YYINITDEPTH];
    yy_state_t *yyss = yyssa;
    yy_state_t *yyssp = yyss;

    /* The semantic value stack: array, bottom, top.  */
    YYSTYPE yyvsa[YYINITDEPTH];
    YYSTYPE *yyvs = yyvsa;
    YYSTYPE *yyvsp = yyvs;

    /* The location stack: array, bottom, top.  */
    YYLTYPE yylsa[YYINITDEPTH];
    YYLTYPE *yyls = yylsa;
    YYLTYPE *yylsp = yyls;

  int yyn;
  /* The return value of yyparse.  */
  int yyresult;
  /* Lookahead symbol kind.  */
  yysymbol_kind_t yytoken = YYSYMBOL_YYEMPTY;
  /* The variables used to return semantic value and location from the
     action routines.  */
  YYSTYPE yyval;
  YYLTYPE yyloc;

  /* The locations where the error started and ended.  */
  YYLTYPE yyerror_range[3];



#define YYPOPSTACK(N)   (yyvsp -= (N), yyssp -= (N), yylsp -= (N))

  /* The number of symbols on the RHS of the reduced rule.
     Keep to zero when no symbol should be popped.  */
  int yylen = 0;

  YYDPRINTF ((stderr, "Starting parse\n"));

  yychar = AWL_YYEMPTY; /* Cause a token to be read.  */

  yylsp[0] = yylloc;
  goto yysetstate;


/*------------------------------------------------------------.
| yynewstate -- push a new state, which is found in yystate.  |
`------------------------------------------------------------*/
yynewstate:
  /* In all cases, when you get here, the value and location stacks
     have just been pushed.  So pushing a state here evens the stacks.  */
  yyssp++;


/*--------------------------------------------------------------------.
| yysetstate -- set current state (the top of the stack) to yystate.  |
`--------------------------------------------------------------------*/
yysetstate:
  YYDPRINTF ((stderr, "Entering state %d\n", yystate));
  YY_ASSERT (0 <= yystate && yystate < YYNSTATES);
  YY_IGNORE_USELESS_CAST_BEGIN
  *yyssp = YY_CAST (yy_state_t, yystate);
  YY_IGNORE_USELESS_CAST_END
  YY_STACK_PRINT (yyss, yyssp);

  if (yyss + yystacksize - 1 <= yyssp)
#if !defined yyoverflow && !defined YYSTACK_RELOCATE
    YYNOMEM;
#else
    {
      /* Get the current used size of the three stacks, in elements.  */
      YYPTRDIFF_T yysize = yyssp - yyss + 1;

# if defined yyoverflow
      {
        /* Give user a chance to reallocate the stack.  Use copies of
           these so that the &'s don't force the real ones into
           memory.  */
        yy_state_t *yyss1 = yyss;
        YYSTYPE *yyvs1 = yyvs;
        YYLTYPE *yyls1 = yyls;

        /* Each stack pointer address is followed by the size of the
           data in use in that stack, in bytes.  This used to be a
           conditional around just the two extra args, but that might
           be undefined if yyoverflow is a macro.  */
        yyoverflow (YY_("memory exhausted"),
                    &yyss1, yysize * YYSIZEOF (*yyssp),
                    &yyvs1, yysize * YYSIZEOF (*yyvsp),
                    &yyls1, yysize * YYSIZEOF (*yylsp),
                    &yystacksize);
        yyss = yyss1;
        yyvs = yyvs1;
        yyls = yyls1;
      }
# else /* defined YYSTACK_RELOCATE */
      /* Extend the stack our own way.  */
      if (YYMAXDEPTH <= yystacksize)
        YYNOMEM;
      yystacksize *= 2;
      if (YYMAXDEPTH < yystacksize)
        yystacksize = YYMAXDEPTH;

      {
        yy_state_t *yyss1 = yyss;
        union yyalloc *yyptr =
          YY_CAST (union yyalloc *,
                   YYSTACK_ALLOC (YY_CAST (YYSIZE_T, YYSTACK_BYTES (yystacksize))));
        if (! yyptr)
          YYNOMEM;
        YYSTACK_RELOCATE (yyss_alloc, yyss);
        YYSTACK_RELOCATE (yyvs_alloc, yyvs);
        YYSTACK_RELOCATE (yyls_alloc, yyls);
#  undef YYSTACK_RELOCATE
        if (yyss1 != yyssa)
          YYSTACK_FREE (yyss1);
      }
# endif

      yyssp = yyss + yysize - 1;
      yyvsp = yyvs + yysize - 1;
      yylsp = yyls + yysize - 1;

      YY_IGNORE_USELESS_CAST_BEGIN
      YYDPRINTF ((stderr, "Stack size increased to %ld\n",
                  YY_CAST (long, yystacksize)));
      YY_IGNORE_USELESS_CAST_END

      if (yyss + yystacksize - 1 <= yyssp)
        YYABORT;
    }
#endif /* !defined yyoverflow && !defined YYSTACK_RELOCATE */


  if (yystate == YYFINAL)
    YYACCEPT;

  goto yybackup;


/*-----------.
| yybackup.  |
`-----------*/
yybackup:
  /* Do appropriate processing given the current state.  Read a
     lookahead token if we need one and don't already have one.  */

  /* First try to decide what to do without reference to lookahead token.  */
  yyn = yypact[yystate];
  if (yypact_value_is_default (yyn))
    goto yydefault;

  /* Not known => get a lookahead token if don't already have one.  */

  /* YYCHAR is either empty, or end-of-input, or a valid lookahead.  */
  if (yychar == AWL_YYEMPTY)
    {
      YYDPRINTF ((stderr, "Reading a token\n"));
      yychar = yylex (&yylval, &yylloc, lx);
    }

  if (yychar <= AWL_YYEOF)
    {
      yychar = AWL_YYEOF;
      yytoken = YYSYMBOL_YYEOF;
      YYDPRINTF ((stderr, "Now at end of input.\n"));
    }
  else if (yychar == AWL_YYerror)
    {
      /* The scanner already issued an error message, process directly
         to error recovery.  But do not keep the error token as
         lookahead, it is too special and may lead us to an endless
         loop in error recovery. */
      yychar = AWL_YYUNDEF;
      yytoken = YYSYMBOL_YYerror;
      yyerror_range[1] = yylloc;
      goto yyerrlab1;
    }
  else
    {
      yytoken = YYTRANSLATE (yychar);
      YY_SYMBOL_PRINT ("Next token is", yytoken, &yylval, &yylloc);
    }

  /* If the proper action on seeing token YYTOKEN is to reduce or to
     detect an error, take that action.  */
  yyn += yytoken;
  if (yyn < 0 || YYLAST < yyn || yycheck[yyn] != yytoken)
    goto yydefault;
  yyn = yytable[yyn];
  if (yyn <= 0)
    {
      if (yytable_value_is_error (yyn))
        goto yyerrlab;
      yyn = -yyn;
      goto yyreduce;
    }

  /* Count tokens shifted since error; after three, turn off error
     status.  */
  if (yyerrstatus)
    yyerrstatus--;

  /* Shift the lookahead token.  */
  YY_SYMBOL_PRINT ("Shifting", yytoken, &yylval, &yylloc);
  yystate = yyn;
  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  *++yyvsp = yylval;
  YY_IGNORE_MAYBE_UNINITIALIZED_END
  *++yylsp = yylloc;

  /* Discard the shifted token.  */
  yychar = AWL_YYEMPTY;
  goto yynewstate;


/*-----------------------------------------------------------.
| yydefault -- do the default action for the current state.  |
`-----------------------------------------------------------*/
yydefault:
  yyn = yydefact[yystate];
  if (yyn == 0)
    goto yyerrlab;
  goto yyreduce;


/*-----------------------------.
| yyreduce -- do a reduction.  |
`-----------------------------*/
yyreduce:
  /* yyn is the number of a rule to reduce with.  */
  yylen = yyr2[yyn];

  /* If YYLEN is nonzero, implement the default value of the action:
     '$$ = $1'.

     Otherwise, the following line sets YYVAL to garbage.
     This behavior is undocumented and Bison
     users should not rely upon it.  Assigning to YYVAL
     unconditionally makes the parser a bit smaller, and it avoids a
     GCC warning that YYVAL may be used uninitialized.  */
  yyval = yyvsp[1-yylen];

  /* Default location. */
  YYLLOC_DEFAULT (yyloc, (yylsp - yylen), yylen);
  yyerror_range[1] = yyloc;
  YY_REDUCE_PRINT (yyn);
  switch (yyn)
    {
  case 3: /* input: START_VALUE expr  */
                                { lx->result = (yyvsp[0].expr); }
    break;

  case 6: /* item: probes pred body  */
                                { unit_clause(lx, (yyvsp[-2].probe), (yyvsp[-1].expr), (yyvsp[0].stmt)); }
    break;

  case 7: /* item: aggregate  */
                                { unit_type(lx, (yyvsp[0].decl)); }
    break;

  case 8: /* item: enum  */
                                { unit_type(lx, (yyvsp[0].decl)); }
    break;

  case 11: /* item: TYPEDEF base declarators semi  */
                                { unit_typedef(lx, fields_type(lx, (yyvsp[-2].tn), (yyvsp[-1].field))); }
    break;

  case 13: /* item: LET GLOBAL '=' expr semi  */
                                { unit_setting(lx, (yyvsp[-3].str), true, (yyvsp[-1].expr)); }
    break;

  case 14: /* item: MACRO NAME '(' params ')' '{' stmts '}'  */
                                { unit_macro(lx, (yyvsp[-6].str), (yyvsp[-4].expr), expr_block(lx, (yyvsp[-1].stmt))); }
    break;

  case 15: /* item: IMPORT STRING semi  */
                                { unit_import(lx, (yyvsp[-1].expr)); }
    break;

  case 16: /* item: error semi  */
                                { yyerrok; }
    break;

  case 17: /* probes: PROBE  */
                                { (yyval.probe) = probes_add(lx, NULL, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 18: /* probes: probes PROBE  */
                                { (yyval.probe) = probes_add(lx, (yyvsp[-1].probe), (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 19: /* pred: %empty  */
                                { (yyval.expr) = NULL; }
    break;

  case 20: /* pred: PRED_BEGIN expr PRED_END  */
                                 { (yyval.expr) = (yyvsp[-1].expr); }
    break;

  case 21: /* pred: PRED_BEGIN error PRED_END  */
                                  { (yyval.expr) = NULL; yyerrok; }
    break;

  case 22: /* body: NO_BODY  */
                                { (yyval.stmt) = NULL; }
    break;

  case 23: /* body: ANGLE_OPEN stmts ANGLE_CLOSE  */
                                     { (yyval.stmt) = stmt_block(lx, (yyvsp[-1].stmt)); }
    break;

  case 24: /* body: stmt  */
                                { (yyval.stmt) = (yyvsp[0].stmt) ? (yyvsp[0].stmt) : stmt_block(lx, NULL); }
    break;

  case 27: /* stmts: %empty  */
                                { (yyval.stmt) = NULL; }
    break;

  case 28: /* stmts: stmts stmt  */
                                { (yyval.stmt) = stmts_add((yyvsp[-1].stmt), (yyvsp[0].stmt)); }
    break;

  case 29: /* block: '{' stmts '}'  */
                                { (yyval.stmt) = stmt_block(lx, (yyvsp[-1].stmt)); }
    break;

  case 30: /* stmt: semi  */
                                { (yyval.stmt) = NULL; }
    break;

  case 32: /* stmt: expr ';'  */
                                { (yyval.stmt) = stmt_new(lx, ST_EXPR, (yylsp[-1]), (yyvsp[-1].expr)); }
    break;

  case 33: /* stmt: expr VSEMI  */
                                {
		(yyval.stmt) = stmt_new(lx, ST_EXPR, (yylsp[-1]), (yyvsp[-1].expr));
		(yyval.stmt)->is_value = true;
	}
    break;

  case 34: /* stmt: LET LOCAL let_type let_value semi  */
                                          {
		(yyval.stmt) = stmt_new(lx, ST_LET, span_join((yylsp[-4]), (yylsp[-1])), (yyvsp[-1].expr));
		(yyval.stmt)->name = (yyvsp[-3].str);
		(yyval.stmt)->tn = (yyvsp[-2].tn);
	}
    break;

  case 36: /* stmt: if_head ELSE stmt  */
                                { (yyval.stmt) = stmt_else(lx, (yyvsp[-2].stmt), (yyvsp[0].stmt)); }
    break;

  case 37: /* stmt: LOOP loop  */
                                { (yyval.stmt) = stmt_kind(lx, (yyvsp[0].stmt), (yyvsp[-1].num)); }
    break;

  case 38: /* stmt: FOR '(' range ')' stmt  */
                                { (yyval.stmt) = stmt_for(lx, (yyvsp[-2].stmt), (yyvsp[0].stmt)); }
    break;

  case 39: /* stmt: FOR range block  */
                                { (yyval.stmt) = stmt_for(lx, (yyvsp[-1].stmt), (yyvsp[0].stmt)); }
    break;

  case 40: /* stmt: JUMP semi  */
                                { (yyval.stmt) = stmt_new(lx, (yyvsp[-1].num), (yylsp[-1]), NULL); }
    break;

  case 41: /* stmt: RETURN semi  */
                                { (yyval.stmt) = stmt_new(lx, ST_RETURN, (yylsp[-1]), NULL); }
    break;

  case 42: /* stmt: RETURN expr semi  */
                                { (yyval.stmt) = stmt_new(lx, ST_RETURN, span_join((yylsp[-2]), (yylsp[-1])), (yyvsp[-1].expr)); }
    break;

  case 43: /* stmt: error semi  */
                                { (yyval.stmt) = NULL; yyerrok; }
    break;

  case 44: /* if_head: IF loop  */
                                { (yyval.stmt) = stmt_kind(lx, (yyvsp[0].stmt), ST_IF); }
    break;

  case 45: /* loop: '(' expr COND_END stmt  */
                                { (yyval.stmt) = stmt_loop(lx, (yyvsp[-2].expr), (yyvsp[0].stmt)); }
    break;

  case 46: /* loop: expr block  */
                                { (yyval.stmt) = stmt_loop(lx, (yyvsp[-1].expr), (yyvsp[0].stmt)); }
    break;

  case 48: /* range: entry DOTDOT expr  */
                                {
		(yyval.stmt)->kind = ST_FOR_RANGE;
		(yyval.stmt)->e2 = (yyvsp[0].expr);
	}
    break;

  case 49: /* entry: LOCAL ':' expr  */
                                {
		(yyval.stmt) = stmt_new(lx, ST_FOR_MAP, lx->here, (yyvsp[0].expr));
		(yyval.stmt)->name = (yyvsp[-2].str);
	}
    break;

  case 50: /* let_type: %empty  */
                                { (yyval.tn) = NULL; }
    break;

  case 51: /* let_type: ':' any_type  */
                                { (yyval.tn) = (yyvsp[0].tn); }
    break;

  case 52: /* let_value: %empty  */
                                { (yyval.expr) = NULL; }
    break;

  case 53: /* let_value: '=' expr  */
                                { (yyval.expr) = (yyvsp[0].expr); }
    break;

  case 56: /* expr: NAME  */
                                { (yyval.expr) = expr_named(lx, EX_NAME, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 57: /* expr: LOCAL  */
                                { (yyval.expr) = expr_named(lx, EX_LOCAL, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 58: /* expr: GLOBAL  */
                                { (yyval.expr) = expr_named(lx, EX_GLOBAL, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 59: /* expr: PARAM  */
                                { (yyval.expr) = expr_here(lx, EX_PARAM); ex_param((yyval.expr)) = (yyvsp[0].num); }
    break;

  case 60: /* expr: NAME '(' args ')'  */
                                {
		(yyval.expr) = expr_named(lx, EX_CALL, (yylsp[-3]), (yyvsp[-3].str));
		(yyval.expr)->span = lx->here;
		(yyval.expr)->has_parens = true;
		(yyval.expr) = expr_list_of(lx, (yyval.expr), (yyvsp[-1].expr));
	}
    break;

  case 61: /* expr: '(' some_args ')'  */
                                { (yyval.expr) = expr_parens(lx, (yyvsp[-1].expr), false); }
    break;

  case 62: /* expr: '(' some_args ',' ')'  */
                                { (yyval.expr) = expr_parens(lx, (yyvsp[-2].expr), true); }
    break;

  case 63: /* expr: '(' type ')' expr  */
                                      {
		(yyval.expr) = expr_op(lx, EX_CAST, OP_NONE, (yyvsp[0].expr), NULL);
		ex_tn((yyval.expr)) = (yyvsp[-2].tn);
	}
    break;

  case 64: /* expr: SIZEOF '(' sized ')'  */
                                { (yyval.expr) = (yyvsp[-1].expr); (yyval.expr)->span = lx->here; }
    break;

  case 65: /* expr: OFFSETOF '(' sized ',' path ')'  */
                                        {
		(yyval.expr) = expr_op(lx, EX_OFFSETOF, OP_NONE, (yyvsp[-3].expr)->a, NULL);
		ex_tn((yyval.expr)) = ex_tn((yyvsp[-3].expr));
		(yyval.expr) = expr_list_of(lx, (yyval.expr), (yyvsp[-1].expr));
	}
    break;

  case 66: /* expr: CONTAINER_OF '(' expr ',' any_type ',' path ')'  */
                                                        {
		(yyval.expr) = expr_op(lx, EX_CONTAINER_OF, OP_NONE, (yyvsp[-5].expr), NULL);
		ex_tn((yyval.expr)) = (yyvsp[-3].tn);
		(yyval.expr) = expr_list_of(lx, (yyval.expr), (yyvsp[-1].expr));
	}
    break;

  case 67: /* expr: expr '[' some_args ']'  */
                                { (yyval.expr) = expr_index(lx, (yyvsp[-3].expr), (yyvsp[-1].expr)); }
    break;

  case 68: /* expr: expr '.' NAME  */
                                { (yyval.expr) = expr_member(lx, EX_MEMBER, (yyvsp[-2].expr), (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 69: /* expr: expr '.' NUMBER  */
                                {
		(yyval.expr) = expr_member(lx, EX_MEMBER, (yyvsp[-2].expr), (yylsp[0]), NULL);
		ex_index((yyval.expr)) = ex_num((yyvsp[0].expr));
	}
    break;

  case 70: /* expr: expr ARROW NAME  */
                                {
		(yyval.expr) = expr_member(lx, EX_MEMBER, (yyvsp[-2].expr), (yylsp[0]), (yyvsp[0].str));
		ex_is_arrow((yyval.expr)) = true;
	}
    break;

  case 71: /* expr: expr '.' NAME '(' args ')'  */
                                   {
		(yyval.expr) = expr_member(lx, EX_METHOD, (yyvsp[-5].expr), (yylsp[-3]), (yyvsp[-3].str));
		(yyval.expr)->has_parens = true;
		(yyval.expr) = expr_list_of(lx, (yyval.expr), (yyvsp[-1].expr));
	}
    break;

  case 72: /* expr: expr STEP  */
                                { (yyval.expr) = expr_step(lx, (yyvsp[0].op), true, (yyvsp[-1].expr)); }
    break;

  case 73: /* expr: STEP expr  */
                                { (yyval.expr) = expr_step(lx, (yyvsp[-1].op), false, (yyvsp[0].expr)); }
    break;

  case 74: /* expr: unary expr  */
                                { (yyval.expr) = expr_unary(lx, (yyvsp[-1].op), (yyvsp[0].expr)); }
    break;

  case 75: /* expr: DELETE expr  */
                                { (yyval.expr) = expr_delete(lx, (yyvsp[0].expr)); }
    break;

  case 76: /* expr: expr binary expr  */
                                      { (yyval.expr) = expr_binary(lx, (yyvsp[-1].op), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 77: /* expr: expr '?' expr ':' expr  */
                                { (yyval.expr) = expr_choice(lx, (yyvsp[-4].expr), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 78: /* expr: expr '?' ':' expr  */
                                { (yyval.expr) = expr_choice(lx, (yyvsp[-3].expr), NULL, (yyvsp[0].expr)); }
    break;

  case 79: /* expr: expr '=' expr  */
                                { (yyval.expr) = expr_assign(lx, OP_NONE, (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 80: /* expr: expr '=' NIL  */
                                {
		(yyval.expr) = expr_assign(lx, OP_NONE, (yyvsp[-2].expr), expr_named(lx, EX_NIL, (yylsp[0]), NULL));
	}
    break;

  case 81: /* expr: expr ASSIGN expr  */
                                { (yyval.expr) = expr_assign(lx, (yyvsp[-1].op), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 84: /* expr: TYPE_VALUE '(' sized ')'  */
                                 {
		(yyval.expr) = expr_here(lx, EX_TYPE);
		ex_tn((yyval.expr)) = type_of(lx, (yyvsp[-1].expr));
	}
    break;

  case 85: /* expr: COMPTIME expr  */
                                  {
		(yyval.expr) = expr_named(lx, EX_CALL, lx->here, lex_name(lx, "comptime"));
		(yyval.expr)->has_parens = true;
		(yyval.expr) = expr_list_of(lx, (yyval.expr), list_add(NULL, (yyvsp[0].expr)));
	}
    break;

  case 86: /* value_block: EXPR_LBRACE stmts EXPR_RBRACE  */
                                      { (yyval.expr) = expr_block(lx, (yyvsp[-1].stmt)); }
    break;

  case 87: /* value_if: IF_VALUE '(' expr VALUE_COND value_block ELSE_VALUE value_else  */
                                                                       {
		(yyval.expr) = expr_choice(lx, (yyvsp[-4].expr), (yyvsp[-2].expr), (yyvsp[0].expr));
	}
    break;

  case 96: /* sized: type  */
                                { (yyval.expr) = expr_here(lx, EX_SIZEOF); ex_tn((yyval.expr)) = (yyvsp[0].tn); }
    break;

  case 97: /* sized: expr  */
                                { (yyval.expr) = expr_op(lx, EX_SIZEOF, OP_NONE, (yyvsp[0].expr), NULL); }
    break;

  case 98: /* args: %empty  */
                                { (yyval.expr) = NULL; }
    break;

  case 101: /* some_args: expr  */
                                { (yyval.expr) = list_add(NULL, (yyvsp[0].expr)); }
    break;

  case 102: /* some_args: some_args ',' expr  */
                                { (yyval.expr) = list_add((yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 103: /* path: NAME  */
                                { (yyval.expr) = list_add(NULL, expr_named(lx, EX_NAME, (yylsp[0]), (yyvsp[0].str))); }
    break;

  case 104: /* path: path '.' NAME  */
                                { (yyval.expr) = list_add((yyvsp[-2].expr), expr_named(lx, EX_NAME, (yylsp[0]), (yyvsp[0].str))); }
    break;

  case 106: /* type: type '*'  */
                                { (yyval.tn) = (yyvsp[-1].tn); (yyval.tn)->stars++; }
    break;

  case 107: /* type: type '[' ']'  */
                                { (yyval.tn) = (yyvsp[-2].tn); type_dim(lx, (yyval.tn), NULL); }
    break;

  case 108: /* type: type '[' expr ']'  */
                                { (yyval.tn) = (yyvsp[-3].tn); type_dim(lx, (yyval.tn), (yyvsp[-1].expr)); }
    break;

  case 110: /* any_type: NAME stars  */
                                { (yyval.tn) = type_new(lx, TN_PLAIN, (yylsp[-1]), (yyvsp[-1].str)); (yyval.tn)->stars = (u32)(yyvsp[0].num); }
    break;

  case 112: /* bare_type: TAG NAME  */
                                { (yyval.tn) = type_new(lx, (yyvsp[-1].num), lx->here, (yyvsp[0].str)); }
    break;

  case 113: /* bare_type: ENUM NAME  */
                                { (yyval.tn) = type_new(lx, TN_ENUM, lx->here, (yyvsp[0].str)); }
    break;

  case 114: /* bare_type: TYPEOF '(' sized ')'  */
                                { (yyval.tn) = type_of(lx, (yyvsp[-1].expr)); }
    break;

  case 115: /* words: TYPE  */
                                { (yyval.tn) = type_new(lx, TN_PLAIN, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 116: /* words: words TYPE  */
                                { (yyval.tn) = type_word(lx, (yyvsp[-1].tn), (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 117: /* stars: %empty  */
                                { (yyval.num) = 0; }
    break;

  case 118: /* stars: stars '*'  */
                                { (yyval.num) = (yyvsp[-1].num) + 1; }
    break;

  case 119: /* opt_name: %empty  */
                                { (yyval.str) = NULL; }
    break;

  case 121: /* attrs: %empty  */
                                { (yyval.num) = 0; }
    break;

  case 122: /* attrs: attrs ATTR  */
                                { (yyval.num) = (yyvsp[-1].num) | (yyvsp[0].num); }
    break;

  case 123: /* aggregate: tag_name '{' fields '}' attrs  */
                                      {
		(yyval.decl) = (yyvsp[-4].decl);
		(yyval.decl)->span = lx->here;
		(yyval.decl)->packed |= (yyvsp[0].num) != 0;
		(yyval.decl)->fields = list_first((yyvsp[-2].field));
	}
    break;

  case 124: /* tag_name: TAG  */
                                { (yyval.decl) = decl_new(lx, (yyvsp[0].num), NULL); }
    break;

  case 125: /* tag_name: TAG NAME  */
                                { (yyval.decl) = decl_new(lx, (yyvsp[-1].num), (yyvsp[0].str)); }
    break;

  case 126: /* tag_name: TAG ATTR attrs opt_name  */
                                {
		(yyval.decl) = decl_new(lx, (yyvsp[-3].num), (yyvsp[0].str));
		(yyval.decl)->packed = (yyvsp[-2].num) || (yyvsp[-1].num);
	}
    break;

  case 127: /* enum: ENUM opt_name '{' enums opt_end '}' attrs  */
                                                  {
		(yyval.decl) = decl_new(lx, TD_ENUM, (yyvsp[-5].str));
		(yyval.decl)->packed = (yyvsp[0].num) != 0;
		(yyval.decl)->enumerators = list_first((yyvsp[-3].expr));
	}
    break;

  case 130: /* enums: %empty  */
                                { (yyval.expr) = NULL; }
    break;

  case 131: /* enums: enums NAME opt_comma  */
                                { (yyval.expr) = list_add((yyvsp[-2].expr), expr_named(lx, EX_NAME, (yylsp[-1]), (yyvsp[-1].str))); }
    break;

  case 132: /* enums: enums NAME '=' expr opt_comma  */
                                      {
		struct expr *e = expr_named(lx, EX_NAME, (yylsp[-3]), (yyvsp[-3].str));

		e->b = (yyvsp[-1].expr);
		(yyval.expr) = list_add((yyvsp[-4].expr), expr_done(lx, e));
	}
    break;

  case 133: /* enums: enums error VSEMI  */
                                { (yyval.expr) = (yyvsp[-2].expr); yyerrok; }
    break;

  case 136: /* fields: %empty  */
                                { (yyval.field) = NULL; }
    break;

  case 137: /* fields: fields field  */
                                { (yyval.field) = fields_join((yyvsp[-1].field), (yyvsp[0].field)); }
    break;

  case 138: /* field: base declarators semi  */
                                { (yyval.field) = fields_type(lx, (yyvsp[-2].tn), (yyvsp[-1].field)); }
    break;

  case 139: /* field: base semi  */
                                { (yyval.field) = fields_type(lx, (yyvsp[-1].tn), NULL); }
    break;

  case 140: /* field: error semi  */
                                { (yyval.field) = NULL; yyerrok; }
    break;

  case 142: /* base: NAME  */
                                { (yyval.tn) = type_new(lx, TN_PLAIN, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 143: /* base: aggregate  */
                                { (yyval.tn) = type_inner(lx, (yyvsp[0].decl)); }
    break;

  case 144: /* base: enum  */
                                { (yyval.tn) = type_inner(lx, (yyvsp[0].decl)); }
    break;

  case 145: /* declarators: declarator attrs  */
                                { (yyval.field) = fields_add(NULL, (yyvsp[-1].field)); }
    break;

  case 146: /* declarators: declarators ',' declarator attrs  */
                                         { (yyval.field) = fields_add((yyvsp[-3].field), (yyvsp[-1].field)); }
    break;

  case 148: /* declarator: dims ':' expr  */
                                { (yyval.field) = (yyvsp[-2].field); field_bits(lx, (yyval.field), (yyvsp[0].expr)); }
    break;

  case 149: /* declarator: ':' expr  */
                                {
		(yyval.field) = field_new(lx, lx->here, NULL, 0);
		field_bits(lx, (yyval.field), (yyvsp[0].expr));
	}
    break;

  case 150: /* declarator: stars '(' '*' NAME ')' FN_PARAMS  */
                                         { (yyval.field) = field_new(lx, (yylsp[-2]), (yyvsp[-2].str), (u32)(yyvsp[-5].num) + 1); }
    break;

  case 151: /* dims: stars NAME  */
                                { (yyval.field) = field_new(lx, (yylsp[0]), (yyvsp[0].str), (u32)(yyvsp[-1].num)); }
    break;

  case 152: /* dims: dims '[' ']'  */
                                { (yyval.field) = (yyvsp[-2].field); type_dim(lx, (yyval.field)->tn, NULL); }
    break;

  case 153: /* dims: dims '[' expr ']'  */
                                { (yyval.field) = (yyvsp[-3].field); type_dim(lx, (yyval.field)->tn, (yyvsp[-1].expr)); }
    break;

  case 155: /* settings: settings NAME '=' expr  */
                                { lx->here.beg = (yylsp[-2]).beg; unit_setting(lx, (yyvsp[-2].str), false, (yyvsp[0].expr)); }
    break;

  case 158: /* settings: settings error VSEMI  */
                                { yyerrok; }
    break;

  case 159: /* params: %empty  */
                                { (yyval.expr) = NULL; }
    break;

  case 161: /* some_params: param  */
                                { (yyval.expr) = list_add(NULL, (yyvsp[0].expr)); }
    break;

  case 162: /* some_params: some_params ',' param  */
                                { (yyval.expr) = list_add((yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 163: /* param: NAME  */
                                { (yyval.expr) = expr_named(lx, EX_NAME, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 164: /* param: LOCAL  */
                                { (yyval.expr) = expr_named(lx, EX_LOCAL, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 165: /* param: GLOBAL  */
                                { (yyval.expr) = expr_named(lx, EX_GLOBAL, (yylsp[0]), (yyvsp[0].str)); }
    break;



      default: break;
    }
  /* User semantic actions sometimes alter yychar, and that requires
     that yytoken be updated with the new translation.  We take the
     approach of translating immediately before every use of yytoken.
     One alternative is translating here after every semantic action,
     but that translation would be missed if the semantic action invokes
     YYABORT, YYACCEPT, or YYERROR immediately after altering yychar or
     if it invokes YYBACKUP.  In the case of YYABORT or YYACCEPT, an
     incorrect destructor might then be invoked immediately.  In the
     case of YYERROR or YYBACKUP, subsequent parser actions might lead
     to an incorrect destructor call or verbose syntax error message
     before the lookahead is translated.  */
  YY_SYMBOL_PRINT ("-> $$ =", YY_CAST (yysymbol_kind_t, yyr1[yyn]), &yyval, &yyloc);

  YYPOPSTACK (yylen);
  yylen = 0;

  *++yyvsp = yyval;
  *++yylsp = yyloc;

  /* Now 'shift' the result of the reduction.  Determine what state
     that goes to, based on the state we popped back to and the rule
     number reduced by.  */
  {
    const int yylhs = yyr1[yyn] - YYNTOKENS;
    const int yyi = yypgoto[yylhs] + *yyssp;
    yystate = (0 <= yyi && yyi <= YYLAST && yycheck[yyi] == *yyssp
               ? yytable[yyi]
               : yydefgoto[yylhs]);
  }

  goto yynewstate;


/*--------------------------------------.
| yyerrlab -- here on detecting error.  |
`--------------------------------------*/
yyerrlab:
  /* Make sure we have latest lookahead translation.  See comments at
     user semantic actions for why this is necessary.  */
  yytoken = yychar == AWL_YYEMPTY ? YYSYMBOL_YYEMPTY : YYTRANSLATE (yychar);
  /* If not already recovering from an error, report this error.  */
  if (!yyerrstatus)
    {
      ++yynerrs;
      {
        yypcontext_t yyctx
          = {yyssp, yytoken, &yylloc};
        if (yyreport_syntax_error (&yyctx, lx) == 2)
          YYNOMEM;
      }
    }

  yyerror_range[1] = yylloc;
  if (yyerrstatus == 3)
    {
      /* If just tried and failed to reuse lookahead token after an
         error, discard it.  */

      if (yychar <= AWL_YYEOF)
        {
          /* Return failure if at end of input.  */
          if (yychar == AWL_YYEOF)
            YYABORT;
        }
      else
        {
          yydestruct ("Error: discarding",
                      yytoken, &yylval, &yylloc, lx);
          yychar = AWL_YYEMPTY;
        }
    }

  /* Else will try to reuse lookahead token after shifting the error
     token.  */
  goto yyerrlab1;


/*---------------------------------------------------.
| yyerrorlab -- error raised explicitly by YYERROR.  |
`---------------------------------------------------*/
yyerrorlab:
  /* Pacify compilers when the user code never invokes YYERROR and the
     label yyerrorlab therefore never appears in user code.  */
  if (0)
    YYERROR;
  ++yynerrs;

  /* Do not reclaim the symbols of the rule whose action triggered
     this YYERROR.  */
  YYPOPSTACK (yylen);
  yylen = 0;
  YY_STACK_PRINT (yyss, yyssp);
  yystate = *yyssp;
  goto yyerrlab1;


/*-------------------------------------------------------------.
| yyerrlab1 -- common code for both syntax error and YYERROR.  |
`-------------------------------------------------------------*/
yyerrlab1:
  yyerrstatus = 3;      /* Each real token shifted decrements this.  */

  /* Pop stack until we find a state that shifts the error token.  */
  for (;;)
    {
      yyn = yypact[yystate];
      if (!yypact_value_is_default (yyn))
        {
          yyn += YYSYMBOL_YYerror;
          if (0 <= yyn && yyn <= YYLAST && yycheck[yyn] == YYSYMBOL_YYerror)
            {
              yyn = yytable[yyn];
              if (0 < yyn)
                break;
            }
        }

      /* Pop the current state because it cannot handle the error token.  */
      if (yyssp == yyss)
        YYABORT;

      yyerror_range[1] = *yylsp;
      yydestruct ("Error: popping",
                  YY_ACCESSING_SYMBOL (yystate), yyvsp, yylsp, lx);
      YYPOPSTACK (1);
      yystate = *yyssp;
      YY_STACK_PRINT (yyss, yyssp);
    }

  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  *++yyvsp = yylval;
  YY_IGNORE_MAYBE_UNINITIALIZED_END

  yyerror_range[2] = yylloc;
  ++yylsp;
  YYLLOC_DEFAULT (*yylsp, yyerror_range, 2);

  /* Shift the error token.  */
  YY_SYMBOL_PRINT ("Shifting", YY_ACCESSING_SYMBOL (yyn), yyvsp, yylsp);

  yystate = yyn;
  goto yynewstate;


/*-------------------------------------.
| yyacceptlab -- YYACCEPT comes here.  |
`-------------------------------------*/
yyacceptlab:
  yyresult = 0;
  goto yyreturnlab;


/*-----------------------------------.
| yyabortlab -- YYABORT comes here.  |
`-----------------------------------*/
yyabortlab:
  yyresult = 1;
  goto yyreturnlab;


/*-----------------------------------------------------------.
| yyexhaustedlab -- YYNOMEM (memory exhaustion) comes here.  |
`-----------------------------------------------------------*/
yyexhaustedlab:
  yyerror (&yylloc, lx, YY_("memory exhausted"));
  yyresult = 2;
  goto yyreturnlab;


/*----------------------------------------------------------.
| yyreturnlab -- parsing is finished, clean up and return.  |
`----------------------------------------------------------*/
yyreturnlab:
  if (yychar != AWL_YYEMPTY)
    {
      /* Make sure we have latest lookahead translation.  See comments at
         user semantic actions for why this is necessary.  */
      yytoken = YYTRANSLATE (yychar);
      yydestruct ("Cleanup: discarding lookahead",
                  yytoken, &yylval, &yylloc, lx);
    }
  /* Do not reclaim the symbols of the rule whose action triggered
     this YYABORT or YYACCEPT.  */
  YYPOPSTACK (yylen);
  YY_STACK_PRINT (yyss, yyssp);
  while (yyssp != yyss)
    {
      yydestruct ("Cleanup: popping",
                  YY_ACCESSING_SYMBOL (+*yyssp), yyvsp, yylsp, lx);
      YYPOPSTACK (1);
    }
#ifndef yyoverflow
  if (yyss != yyssa)
    YYSTACK_FREE (yyss);
#endif

  return yyresult;
}



/* The name of a token: its line in T_TOKENS. */
static const char *token_name_of(struct lexer *lx, yysymbol_kind_t k)
{
	const char *name = text_of(T_TOKENS);

	while (k-- > 0)
		name = strchr(name, '\n') + 1;
	return arena_strndup(lx->p->arena, name, strcspn(name, "\n"));
}

/* Is the token listed as "expected"?  Operators are not. */
static bool worth_saying(yysymbol_kind_t k)
{
	return k < YYSYMBOL_NO_BODY || k > YYSYMBOL_ARROW;
}

/* The expected tokens, "')' or ','"; nothing if there are more than four. */
static const char *expected(struct lexer *lx, const yypcontext_t *ctx)
{
	yysymbol_kind_t all[YYNTOKENS];
	int n = yypcontext_expected_tokens(ctx, all, YYNTOKENS), listed = 0;
	const char *text = NULL, *name;
	bool value = false, semi = false, stmt = false;

	for (int i = 0; i < n; i++) {
		value |= all[i] == YYSYMBOL_NUMBER;
		semi |= all[i] == YYSYMBOL_VSEMI;
		stmt |= all[i] == YYSYMBOL_IF;
	}
	if (value)
		return stmt ? "a statement" : semi ? "an expression or ';'" : "an expression";
	if (n == 1)
		return all[0] == YYTRANSLATE(':') ? "': a..b' or ': @map'" :
		       token_name_of(lx, all[0]);
	for (int i = 0; i <= n; i++) {
		if (i == n ? !semi : !worth_saying(all[i]))
			continue;
		name = i == n ? "';'" : token_name_of(lx, all[i]);
		if (++listed > 4)
			return NULL;
		if (text && find_text(text, name))
			continue;
		text = text ? arena_printf(lx->p->arena, "%s or %s", text, name) : name;
	}
	return text;
}

static const char *found(struct lexer *lx, yysymbol_kind_t k, struct span *at)
{
	if (k == YYSYMBOL_YYEOF || at->beg - lx->base >= lx->len)
		return "the end";
	if (k == YYSYMBOL_VSEMI && lx->text[at->beg - lx->base]) {
		at->end = at->beg + 1;
		if (scan_word(lx, at->beg - lx->base) > at->beg - lx->base)
			at->end = lx->base + scan_word(lx, at->beg - lx->base);
	}
	return arena_printf(lx->p->arena, "'%s'", lex_quote(lx, *at));
}

static int yyreport_syntax_error(const yypcontext_t *ctx, struct lexer *lx)
{
	struct span at = *yypcontext_location(ctx);
	const char *want = expected(lx, ctx);
	const char *have = found(lx, yypcontext_token(ctx), &at);
	int prev = lx->prev;

	lex_fail(lx, E_SYNTAX, at, want ?
		 arena_printf(lx->p->arena, "expected %s before %s", want, have) :
		 arena_printf(lx->p->arena, "did not expect %s here", have));
	lx->resync = prev != ';' && prev != VSEMI && prev != PRED_END && prev != AWL_YYEOF;
	return 0;
}

/* Bison calls it only when the parser's stack is full. */
static void yyerror(struct span *at, struct lexer *lx, const char *text)
{
	(void)text;
	lex_fail(lx, E_TOO_DEEP, *at);
}
