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
  YYSYMBOL_YYEOF = 0,                      /* "the end of the program"  */
  YYSYMBOL_YYerror = 1,                    /* error  */
  YYSYMBOL_YYUNDEF = 2,                    /* "invalid token"  */
  YYSYMBOL_START_VALUE = 3,                /* "a value"  */
  YYSYMBOL_PROBE = 4,                      /* "a probe"  */
  YYSYMBOL_NAME = 5,                       /* "a name"  */
  YYSYMBOL_LOCAL = 6,                      /* "a $variable"  */
  YYSYMBOL_GLOBAL = 7,                     /* "a @map"  */
  YYSYMBOL_TYPE = 8,                       /* "a type"  */
  YYSYMBOL_PARAM = 9,                      /* "a $parameter"  */
  YYSYMBOL_ATTR = 10,                      /* "an attribute"  */
  YYSYMBOL_NUMBER = 11,                    /* "a number"  */
  YYSYMBOL_STRING = 12,                    /* "a string"  */
  YYSYMBOL_NO_BODY = 13,                   /* "a clause without a body"  */
  YYSYMBOL_END_ITEM = 14,                  /* "the end of the clause"  */
  YYSYMBOL_VSEMI = 15,                     /* "';'"  */
  YYSYMBOL_PRED_BEGIN = 16,                /* "'/'"  */
  YYSYMBOL_PRED_END = 17,                  /* "the '/' that ends the predicate"  */
  YYSYMBOL_ANGLE_OPEN = 18,                /* "'<'"  */
  YYSYMBOL_ANGLE_CLOSE = 19,               /* "'>'"  */
  YYSYMBOL_EXPR_LBRACE = 20,               /* "'{'"  */
  YYSYMBOL_EXPR_RBRACE = 21,               /* "'}'"  */
  YYSYMBOL_COND_END = 22,                  /* "')'"  */
  YYSYMBOL_FN_PARAMS = 23,                 /* "parameters"  */
  YYSYMBOL_STRUCT = 24,                    /* "'struct'"  */
  YYSYMBOL_UNION = 25,                     /* "'union'"  */
  YYSYMBOL_ENUM = 26,                      /* "'enum'"  */
  YYSYMBOL_TYPEDEF = 27,                   /* "'typedef'"  */
  YYSYMBOL_CONFIG = 28,                    /* "'config'"  */
  YYSYMBOL_LET = 29,                       /* "'let'"  */
  YYSYMBOL_MACRO = 30,                     /* "'macro'"  */
  YYSYMBOL_IMPORT = 31,                    /* "'import'"  */
  YYSYMBOL_IF = 32,                        /* "'if'"  */
  YYSYMBOL_ELSE = 33,                      /* "'else'"  */
  YYSYMBOL_WHILE = 34,                     /* "'while'"  */
  YYSYMBOL_UNROLL = 35,                    /* "'unroll'"  */
  YYSYMBOL_FOR = 36,                       /* "'for'"  */
  YYSYMBOL_BREAK = 37,                     /* "'break'"  */
  YYSYMBOL_CONTINUE = 38,                  /* "'continue'"  */
  YYSYMBOL_RETURN = 39,                    /* "'return'"  */
  YYSYMBOL_DELETE = 40,                    /* "'delete'"  */
  YYSYMBOL_NIL = 41,                       /* "'nil'"  */
  YYSYMBOL_SIZEOF = 42,                    /* "'sizeof'"  */
  YYSYMBOL_OFFSETOF = 43,                  /* "'offsetof'"  */
  YYSYMBOL_CONTAINER_OF = 44,              /* "'container_of'"  */
  YYSYMBOL_DOTDOT = 45,                    /* "'..'"  */
  YYSYMBOL_ARROW = 46,                     /* "'->'"  */
  YYSYMBOL_INC = 47,                       /* "'++'"  */
  YYSYMBOL_DEC = 48,                       /* "'--'"  */
  YYSYMBOL_ASSIGN = 49,                    /* "an assignment"  */
  YYSYMBOL_OROR = 50,                      /* "'||'"  */
  YYSYMBOL_ANDAND = 51,                    /* "'&&'"  */
  YYSYMBOL_EQUALITY = 52,                  /* "'=='"  */
  YYSYMBOL_RELATION = 53,                  /* "a comparison"  */
  YYSYMBOL_SHIFT = 54,                     /* "a shift"  */
  YYSYMBOL_55_ = 55,                       /* '+'  */
  YYSYMBOL_56_ = 56,                       /* '-'  */
  YYSYMBOL_57_ = 57,                       /* '*'  */
  YYSYMBOL_58_ = 58,                       /* '/'  */
  YYSYMBOL_59_ = 59,                       /* '%'  */
  YYSYMBOL_60_ = 60,                       /* '&'  */
  YYSYMBOL_61_ = 61,                       /* '|'  */
  YYSYMBOL_62_ = 62,                       /* '^'  */
  YYSYMBOL_NO_ELSE = 63,                   /* NO_ELSE  */
  YYSYMBOL_64_ = 64,                       /* '='  */
  YYSYMBOL_65_ = 65,                       /* '?'  */
  YYSYMBOL_66_ = 66,                       /* ':'  */
  YYSYMBOL_UNARY = 67,                     /* UNARY  */
  YYSYMBOL_68_ = 68,                       /* '['  */
  YYSYMBOL_69_ = 69,                       /* '.'  */
  YYSYMBOL_70_ = 70,                       /* ';'  */
  YYSYMBOL_71_ = 71,                       /* '{'  */
  YYSYMBOL_72_ = 72,                       /* '}'  */
  YYSYMBOL_73_ = 73,                       /* '('  */
  YYSYMBOL_74_ = 74,                       /* ')'  */
  YYSYMBOL_75_ = 75,                       /* ','  */
  YYSYMBOL_76_ = 76,                       /* ']'  */
  YYSYMBOL_77_ = 77,                       /* '!'  */
  YYSYMBOL_78_ = 78,                       /* '~'  */
  YYSYMBOL_YYACCEPT = 79,                  /* $accept  */
  YYSYMBOL_input = 80,                     /* input  */
  YYSYMBOL_items = 81,                     /* items  */
  YYSYMBOL_item = 82,                      /* item  */
  YYSYMBOL_probes = 83,                    /* probes  */
  YYSYMBOL_pred = 84,                      /* pred  */
  YYSYMBOL_body = 85,                      /* body  */
  YYSYMBOL_semi = 86,                      /* semi  */
  YYSYMBOL_stmts = 87,                     /* stmts  */
  YYSYMBOL_block = 88,                     /* block  */
  YYSYMBOL_stmt = 89,                      /* stmt  */
  YYSYMBOL_if_head = 90,                   /* if_head  */
  YYSYMBOL_let_type = 91,                  /* let_type  */
  YYSYMBOL_let_value = 92,                 /* let_value  */
  YYSYMBOL_expr = 93,                      /* expr  */
  YYSYMBOL_args = 94,                      /* args  */
  YYSYMBOL_some_args = 95,                 /* some_args  */
  YYSYMBOL_path = 96,                      /* path  */
  YYSYMBOL_type = 97,                      /* type  */
  YYSYMBOL_any_type = 98,                  /* any_type  */
  YYSYMBOL_bare_type = 99,                 /* bare_type  */
  YYSYMBOL_words = 100,                    /* words  */
  YYSYMBOL_stars = 101,                    /* stars  */
  YYSYMBOL_tag = 102,                      /* tag  */
  YYSYMBOL_opt_name = 103,                 /* opt_name  */
  YYSYMBOL_attrs = 104,                    /* attrs  */
  YYSYMBOL_aggregate = 105,                /* aggregate  */
  YYSYMBOL_tag_name = 106,                 /* tag_name  */
  YYSYMBOL_enum = 107,                     /* enum  */
  YYSYMBOL_opt_end = 108,                  /* opt_end  */
  YYSYMBOL_enums = 109,                    /* enums  */
  YYSYMBOL_opt_comma = 110,                /* opt_comma  */
  YYSYMBOL_fields = 111,                   /* fields  */
  YYSYMBOL_field = 112,                    /* field  */
  YYSYMBOL_base = 113,                     /* base  */
  YYSYMBOL_declarators = 114,              /* declarators  */
  YYSYMBOL_declarator = 115,               /* declarator  */
  YYSYMBOL_dims = 116,                     /* dims  */
  YYSYMBOL_settings = 117,                 /* settings  */
  YYSYMBOL_params = 118,                   /* params  */
  YYSYMBOL_some_params = 119,              /* some_params  */
  YYSYMBOL_param = 120                     /* param  */
};
typedef enum yysymbol_kind_t yysymbol_kind_t;



/* Unqualified %code blocks.  */

#include <string.h>

#include "base/find.h"

#define YYMALLOC mem_alloc
#define YYFREE mem_free
#define YYMAXDEPTH 20000
#define YYLLOC_DEFAULT(cur, rhs, n) do {				\
	if (n)								\
		(cur) = (struct span){ YYRHSLOC(rhs, 1).beg, YYRHSLOC(rhs, n).end }; \
	else								\
		(cur) = (struct span){ YYRHSLOC(rhs, 0).end, YYRHSLOC(rhs, 0).end }; \
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
#define YYFINAL  25
/* YYLAST -- Last index in YYTABLE.  */
#define YYLAST   1897

/* YYNTOKENS -- Number of terminals.  */
#define YYNTOKENS  79
/* YYNNTS -- Number of nonterminals.  */
#define YYNNTS  42
/* YYNRULES -- Number of rules.  */
#define YYNRULES  177
/* YYNSTATES -- Number of states.  */
#define YYNSTATES  345

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
       2,     2,     2,    77,     2,     2,     2,    59,    60,     2,
      73,    74,    57,    55,    75,    56,    69,    58,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,    66,    70,
       2,    64,     2,    65,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,    68,     2,    76,    62,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,    71,    61,    72,    78,     2,     2,     2,
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
      45,    46,    47,    48,    49,    50,    51,    52,    53,    54,
      63,    67
};

#if AWL_YYDEBUG
/* YYRLINE[YYN] -- Source line where rule number YYN was defined.  */
static const yytype_int16 yyrline[] =
{
       0,   112,   112,   113,   116,   117,   120,   121,   122,   123,
     124,   125,   127,   128,   130,   132,   133,   137,   138,   141,
     142,   143,   146,   147,   148,   151,   151,   153,   154,   157,
     160,   161,   162,   163,   164,   169,   170,   171,   172,   173,
     174,   175,   177,   179,   180,   182,   183,   184,   185,   186,
     189,   190,   193,   194,   197,   198,   202,   203,   204,   205,
     206,   207,   208,   214,   215,   216,   220,   221,   222,   226,
     230,   235,   236,   241,   246,   252,   259,   260,   261,   262,
     263,   264,   265,   266,   267,   268,   269,   270,   271,   272,
     273,   274,   275,   276,   277,   278,   279,   280,   281,   282,
     283,   288,   293,   294,   297,   298,   301,   302,   303,   306,
     307,   310,   313,   317,   318,   319,   320,   323,   324,   327,
     328,   329,   330,   333,   334,   337,   338,   342,   343,   346,
     347,   350,   351,   354,   362,   363,   364,   370,   375,   375,
     377,   378,   379,   385,   387,   387,   390,   391,   398,   399,
     400,   403,   404,   407,   412,   415,   420,   425,   426,   429,
     430,   431,   435,   438,   439,   440,   444,   445,   446,   447,
     448,   451,   452,   455,   456,   459,   460,   461
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
  "the end of the program", "error", "invalid token", "a value",
  "a probe", "a name", "a $variable", "a @map", "a type", "a $parameter",
  "an attribute", "a number", "a string", "a clause without a body",
  "the end of the clause", "';'", "'/'", "the '/' that ends the predicate",
  "'<'", "'>'", "'{'", "'}'", "')'", "parameters", "'struct'", "'union'",
  "'enum'", "'typedef'", "'config'", "'let'", "'macro'", "'import'",
  "'if'", "'else'", "'while'", "'unroll'", "'for'", "'break'",
  "'continue'", "'return'", "'delete'", "'nil'", "'sizeof'", "'offsetof'",
  "'container_of'", "'..'", "'->'", "'++'", "'--'", "an assignment",
  "'||'", "'&&'", "'=='", "a comparison", "a shift", "'+'", "'-'", "'*'",
  "'/'", "'%'", "'&'", "'|'", "'^'", "NO_ELSE", "'='", "'?'", "':'",
  "UNARY", "'['", "'.'", "';'", "'{'", "'}'", "'('", "')'", "','", "']'",
  "'!'", "'~'", "$accept", "input", "items", "item", "probes", "pred",
  "body", "semi", "stmts", "block", "stmt", "if_head", "let_type",
  "let_value", "expr", "args", "some_args", "path", "type", "any_type",
  "bare_type", "words", "stars", "tag", "opt_name", "attrs", "aggregate",
  "tag_name", "enum", "opt_end", "enums", "opt_comma", "fields", "field",
  "base", "declarators", "declarator", "dims", "settings", "params",
  "some_params", "param", YY_NULLPTR
  };
  return yy_sname[yysymbol];
}
#endif

#define YYPACT_NINF (-201)

#define yypact_value_is_default(Yyn) \
  ((Yyn) == YYPACT_NINF)

#define YYTABLE_NINF (-139)

#define yytable_value_is_error(Yyn) \
  0

/* YYPACT[STATE-NUM] -- Index in YYTABLE of the portion describing
   STATE-NUM.  */
static const yytype_int16 yypact[] =
{
       9,  1133,    60,   182,   -36,  -201,  -201,  -201,  -201,  -201,
    -201,  1133,    11,    15,    35,  1133,  1133,  1133,  1133,  1133,
    1133,   772,  1133,  1133,  1775,  -201,    -7,  -201,  -201,  -201,
      61,    31,    47,   122,   130,   131,  -201,    49,    82,  -201,
      84,  -201,  1133,   346,   129,   772,   772,  1133,   129,   129,
     129,   129,   129,   129,  -201,   165,   169,   183,  1775,   -47,
      36,  -201,   191,   129,   129,   213,  -201,  -201,  1133,  1133,
    1133,  1133,  1133,  1133,  1133,  1133,  1133,  1133,  1133,  1133,
    1133,  1133,   884,   903,  1133,    53,  -201,  -201,  -201,   149,
     151,  -201,   215,   191,   159,  -201,  -201,   157,   153,   161,
     155,    -7,  -201,   716,   272,   160,  -201,  -201,   158,   156,
      -7,  -201,   223,  1152,  1208,  1227,    18,    -7,    -7,   828,
    -201,  -201,  -201,  -201,   203,  1261,  1640,    59,  1550,   -14,
    1580,  -201,  -201,  -201,  -201,   959,  -201,  1015,  1133,  -201,
    -201,  1775,   686,   805,  1051,  1823,  1828,    73,    73,   129,
     129,   129,   992,    92,   936,  -201,  1775,  1133,  1751,    50,
     164,  -201,  -201,  -201,   167,   168,  1133,    28,    19,  -201,
      39,  -201,  1133,   196,  -201,   225,  1311,  -201,  -201,  -201,
    -201,  -201,   162,    24,  -201,  1133,  -201,   174,   772,  1725,
     772,  1725,   772,  1725,   177,   238,  -201,  -201,  -201,  1286,
     420,   642,  -201,  -201,  -201,  -201,   240,   240,   154,  -201,
    1775,  -201,  1458,   129,  1799,  1133,  1133,  -201,  1133,    37,
    1775,  -201,  -201,   189,   157,  -201,   237,  1133,  1074,    25,
    1286,  -201,  -201,  -201,   175,   178,  -201,  -201,  -201,   494,
    -201,  -201,  -201,    -7,  -201,  -201,    20,   154,   186,  1352,
    -201,  1393,  -201,  1434,  -201,  1133,   190,  -201,  -201,  -201,
    -201,   116,   126,  -201,    -6,   180,  -201,  1799,   184,   242,
      93,  -201,   187,   247,  -201,  1775,  -201,  1489,   245,   197,
    -201,  -201,  -201,  -201,   192,   196,  -201,  -201,   237,  -201,
      19,  -201,  1133,    -7,   642,   642,   642,  1699,  1133,   257,
    -201,  -201,   207,   240,  -201,  -201,  1133,  -201,  -201,  -201,
     193,   237,  -201,  -201,  1133,  -201,  -201,  -201,  1775,  -201,
    -201,  -201,  -201,  1133,  -201,  1521,  -201,   147,  1610,   237,
     243,  1775,   568,  1725,  1133,   642,  -201,  -201,  -201,  -201,
    -201,  1669,  -201,   642,  -201
};

/* YYDEFACT[STATE-NUM] -- Default reduction number in state STATE-NUM.
   Performed when YYTABLE does not specify something else to do.  Zero
   means the default is an error.  */
static const yytype_uint8 yydefact[] =
{
       4,     0,     0,     0,    58,    59,    60,    61,    56,    57,
      27,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     3,     1,     0,    17,   127,   128,
     129,     0,     0,     0,     0,     0,     5,    19,   134,     7,
       0,     8,   106,     0,    86,     0,     0,     0,    78,    79,
      81,    80,    84,    85,   123,     0,     0,     0,   109,     0,
       0,   113,   119,    82,    83,     0,    76,    77,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,    26,    25,    16,   130,
       0,   152,   129,   151,   134,   155,   156,   125,     0,     0,
       0,     0,    18,     0,     0,   135,   131,   146,     0,   107,
       0,   105,     0,     0,     0,     0,     0,     0,     0,     0,
      27,    30,    31,    28,    35,     0,     0,     0,     0,     0,
       0,   120,   121,   122,    63,     0,   114,     0,     0,   124,
      74,   104,    99,    98,    97,    96,    95,    87,    88,    89,
      90,    91,    92,    93,    94,   103,   102,     0,     0,     0,
      72,    73,    10,   140,   154,   153,     0,     0,     0,   131,
     159,   166,     0,   171,    15,     0,     0,    22,    27,     6,
      24,     9,   129,     0,    62,   108,    49,    52,     0,     0,
       0,     0,     0,     0,     0,     0,    45,    46,    47,     0,
       0,     0,    33,    32,    67,    66,     0,     0,     0,    64,
     110,   115,     0,    65,   101,     0,     0,    71,   106,     0,
     161,   163,   126,     0,   125,    11,   157,     0,     0,     0,
       0,   175,   176,   177,     0,   172,   173,    21,    20,     0,
     130,   132,   136,     0,   131,   147,   125,     0,    54,   109,
      51,   109,    38,   109,    40,     0,     0,    48,    29,    36,
     111,     0,     0,   125,   117,     0,   116,   100,     0,     0,
     144,   139,     0,     0,   131,   160,   164,     0,     0,     0,
      12,   169,   168,    13,     0,     0,    23,   150,   133,   149,
       0,    53,     0,     0,     0,     0,     0,     0,     0,     0,
      69,    68,   118,     0,    75,   143,     0,   145,   141,   131,
       0,   158,   165,   170,     0,    27,   174,   148,    55,    34,
      50,    37,    39,     0,    43,     0,   112,     0,   144,   137,
       0,   167,     0,     0,     0,     0,    70,   142,   162,    14,
      44,     0,    41,     0,    42
};

/* YYPGOTO[NTERM-NUM].  */
static const yytype_int16 yypgoto[] =
{
    -201,  -201,  -201,  -201,  -201,  -201,  -201,     5,  -119,  -180,
    -102,  -201,  -201,  -201,    -1,    51,   -37,  -200,   -42,    21,
    -201,   -25,     2,   267,    89,  -146,   269,  -201,   271,  -201,
    -201,   -53,  -201,  -201,    97,    30,    58,  -201,  -201,  -201,
    -201,     1
};

/* YYDEFGOTO[NTERM-NUM].  */
static const yytype_int16 yydefgoto[] =
{
       0,     2,     3,    36,    37,   104,   179,   121,    43,   122,
     123,   124,   248,   293,   125,   108,    59,   261,    60,   265,
      61,    62,   167,    94,    90,   182,    95,    40,    96,   272,
     219,   308,   183,   245,    97,   168,   169,   170,   229,   234,
     235,   236
};

/* YYTABLE[YYPACT[STATE-NUM]] -- What to do in state STATE-NUM.  If
   positive, shift that token.  If negative, reduce the rule whose
   number is the opposite.  If YYTABLE_NINF, syntax error.  */
static const yytype_int16 yytable[] =
{
      24,   200,   180,   127,   129,   109,    93,   262,    86,   250,
      44,   252,     1,   254,    48,    49,    50,    51,    52,    53,
      58,    63,    64,   226,   194,   243,   278,   134,   135,    91,
     279,    88,    54,   221,    86,    86,    91,    42,   269,    54,
      86,    58,   270,   136,   126,   128,   130,   159,    28,    29,
      92,   136,   271,   102,   137,    28,    29,    92,   160,   239,
      25,   207,   137,    87,   161,   103,    89,   141,   142,   143,
     144,   145,   146,   147,   148,   149,   150,   151,   152,   153,
     154,   156,   158,    58,    45,   222,   166,   105,    46,    87,
      87,   195,   106,   136,   224,    87,   244,   280,   288,   259,
     281,   223,   176,   327,   137,   227,   174,   228,    47,  -138,
     138,    98,   189,   191,   193,   186,   136,   324,   199,    65,
      66,    67,   196,   197,   198,   216,   217,   137,   311,    99,
      76,    77,    78,   205,   210,   100,   212,   213,    65,    66,
      67,    84,    85,   101,    71,    72,    73,    74,    75,    76,
      77,    78,    79,   340,    81,   107,   214,   306,    93,   263,
      84,    85,    54,   329,   165,   220,   264,   240,   307,   106,
     131,   230,   241,   225,   132,    65,    66,    67,    55,    56,
      57,   109,    -2,    26,   210,   299,    27,   249,   133,   251,
     300,   253,   320,   321,   322,   299,   332,    84,    85,   139,
     301,   231,   232,   233,   257,   264,    28,    29,    30,    31,
      32,    33,    34,    35,   267,   210,   299,    58,   140,   162,
     164,   336,   163,   166,   171,   172,   275,   277,   173,   187,
     181,   185,   184,   342,   282,   283,   201,   218,  -130,  -135,
     247,   344,   237,   255,   256,   260,   273,   241,   287,   284,
     292,   289,   310,   285,   297,   303,   298,   305,   304,   309,
     313,   314,   326,   315,   222,   302,   338,   330,   291,   268,
      38,   242,    39,   110,    41,   337,   290,     4,     5,     6,
     246,     7,   274,     8,     9,   177,   316,    86,     0,     0,
     178,   318,    10,     0,     0,   317,     0,   325,   319,     0,
       0,   112,     0,     0,   113,   328,   114,   115,   116,   117,
     118,   119,    11,   331,    12,    13,    14,     0,     0,    15,
      16,     0,   333,     0,     0,     0,     0,    17,    18,    19,
       0,     0,    20,   341,     0,     0,     0,     0,     0,     0,
       0,     0,    87,   120,     0,    21,     0,   110,     0,    22,
      23,     4,     5,     6,     0,     7,     0,     8,     9,     0,
       0,    86,     0,     0,     0,     0,    10,   111,     0,     0,
       0,     0,     0,     0,     0,   112,     0,     0,   113,     0,
     114,   115,   116,   117,   118,   119,    11,     0,    12,    13,
      14,     0,     0,    15,    16,     0,     0,     0,     0,     0,
       0,    17,    18,    19,     0,     0,    20,     0,     0,     0,
       0,     0,     0,     0,     0,     0,    87,   120,     0,    21,
       0,   110,     0,    22,    23,     4,     5,     6,     0,     7,
       0,     8,     9,     0,     0,    86,     0,     0,     0,     0,
      10,     0,     0,     0,     0,     0,     0,     0,     0,   112,
       0,     0,   113,     0,   114,   115,   116,   117,   118,   119,
      11,     0,    12,    13,    14,     0,     0,    15,    16,     0,
       0,     0,     0,     0,     0,    17,    18,    19,     0,     0,
      20,     0,     0,     0,     0,     0,     0,     0,     0,     0,
      87,   120,   258,    21,     0,   110,     0,    22,    23,     4,
       5,     6,     0,     7,     0,     8,     9,     0,     0,    86,
       0,     0,     0,   286,    10,     0,     0,     0,     0,     0,
       0,     0,     0,   112,     0,     0,   113,     0,   114,   115,
     116,   117,   118,   119,    11,     0,    12,    13,    14,     0,
       0,    15,    16,     0,     0,     0,     0,     0,     0,    17,
      18,    19,     0,     0,    20,     0,     0,     0,     0,     0,
       0,     0,     0,     0,    87,   120,     0,    21,     0,   110,
       0,    22,    23,     4,     5,     6,     0,     7,     0,     8,
       9,     0,     0,    86,     0,     0,     0,     0,    10,     0,
       0,     0,     0,     0,     0,     0,     0,   112,     0,     0,
     113,     0,   114,   115,   116,   117,   118,   119,    11,     0,
      12,    13,    14,     0,     0,    15,    16,     0,     0,     0,
       0,     0,     0,    17,    18,    19,     0,     0,    20,     0,
       0,     0,     0,     0,     0,     0,     0,     0,    87,   120,
     339,    21,     0,   110,     0,    22,    23,     4,     5,     6,
       0,     7,     0,     8,     9,     0,     0,    86,     0,     0,
       0,     0,    10,     0,     0,     0,     0,     0,     0,     0,
       0,   112,     0,     0,   113,     0,   114,   115,   116,   117,
     118,   119,    11,     0,    12,    13,    14,     0,     0,    15,
      16,     0,     0,     0,     0,     0,     0,    17,    18,    19,
       0,     0,    20,     0,     0,     0,     0,     0,     0,     0,
       0,     0,    87,   120,     0,    21,     0,   175,     0,    22,
      23,     4,     5,     6,     0,     7,     0,     8,     9,     0,
       0,     0,    65,    66,    67,     0,    10,    70,    71,    72,
      73,    74,    75,    76,    77,    78,    79,    80,    81,     0,
       0,     0,     0,     0,    84,    85,    11,     0,    12,    13,
      14,     0,     0,    15,    16,     0,     0,     0,     0,     0,
       0,    17,    18,    19,     0,     0,    20,     4,     5,     6,
      54,     7,     0,     8,     9,     0,     0,     0,     0,    21,
       0,     0,    10,    22,    23,     0,    55,    56,    57,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,    11,     0,    12,    13,    14,     0,     0,    15,
      16,     0,     0,     0,     0,     0,     0,    17,    18,    19,
       0,     0,    20,     4,     5,     6,     0,     7,     0,     8,
       9,     0,     0,    86,     0,    21,     0,     0,    10,    22,
      23,    65,    66,    67,     0,     0,     0,    71,    72,    73,
      74,    75,    76,    77,    78,    79,    80,    81,    11,     0,
      12,    13,    14,    84,    85,    15,    16,     0,     0,     0,
       0,     0,     0,    17,    18,    19,     0,     0,    20,     4,
       5,     6,     0,     7,     0,     8,     9,     0,    87,     0,
       0,    21,     0,     0,    10,    22,    23,     0,     4,     5,
       6,     0,     7,     0,     8,     9,     0,     0,     0,     0,
       0,     0,     0,    10,    11,   155,    12,    13,    14,     0,
       0,    15,    16,     0,     0,     0,     0,     0,     0,    17,
      18,    19,     0,    11,    20,    12,    13,    14,     0,     0,
      15,    16,     0,     0,     0,     0,     0,    21,    17,    18,
      19,    22,    23,    20,     4,     5,     6,     0,     7,   157,
       8,     9,     0,     0,     0,     0,    21,     0,     0,    10,
      22,    23,    65,    66,    67,     0,     0,     0,    71,    72,
      73,    74,    75,    76,    77,    78,    79,     0,     0,    11,
       0,    12,    13,    14,    84,    85,    15,    16,     0,     0,
       0,     0,     0,     0,    17,    18,    19,     0,     0,    20,
       4,     5,     6,     0,     7,     0,     8,     9,     0,     0,
       0,     0,    21,   209,     0,    10,    22,    23,    65,    66,
      67,     0,     0,     0,    71,    72,    73,    74,    75,    76,
      77,    78,     0,     0,     0,    11,     0,    12,    13,    14,
      84,    85,    15,    16,     0,     0,     0,     0,     0,     0,
      17,    18,    19,     0,     0,    20,     0,     0,     0,     4,
       5,     6,     0,     7,     0,     8,     9,     0,    21,     0,
       0,   211,    22,    23,    10,     0,     0,    65,    66,    67,
       0,     0,     0,     0,    72,    73,    74,    75,    76,    77,
      78,     0,     0,     0,    11,     0,    12,    13,    14,    84,
      85,    15,    16,     0,     0,     0,     0,     0,     0,    17,
      18,    19,     0,     0,    20,     0,     0,     0,     4,     5,
       6,     0,     7,     0,     8,     9,     0,    21,     0,     0,
     276,    22,    23,    10,     0,     0,     0,     4,     5,     6,
       0,     7,     0,     8,     9,     0,     0,     0,     0,     0,
       0,     0,    10,    11,     0,    12,    13,    14,     0,     0,
      15,    16,     0,     0,     0,     0,     0,     0,    17,    18,
      19,     0,    11,    20,    12,    13,    14,     0,     0,    15,
      16,     0,     0,     0,     0,     0,    21,    17,    18,    19,
      22,    23,    20,     4,     5,     6,     0,     7,     0,     8,
       9,     0,     0,     0,     0,   188,     0,     0,    10,    22,
      23,     0,     4,     5,     6,     0,     7,     0,     8,     9,
       0,     0,     0,     0,     0,     0,     0,    10,    11,     0,
      12,    13,    14,     0,     0,    15,    16,     0,     0,     0,
       0,     0,     0,    17,    18,    19,     0,    11,    20,    12,
      13,    14,     0,     0,    15,    16,   202,     0,     0,     0,
       0,   190,    17,    18,    19,    22,    23,    20,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
     192,    86,     0,     0,    22,    23,     0,    65,    66,    67,
      68,    69,    70,    71,    72,    73,    74,    75,    76,    77,
      78,    79,    80,    81,     0,    82,    83,     0,   238,    84,
      85,   203,    65,    66,    67,    68,    69,    70,    71,    72,
      73,    74,    75,    76,    77,    78,    79,    80,    81,     0,
      82,    83,     0,     0,    84,    85,    87,    65,    66,    67,
      68,    69,    70,    71,    72,    73,    74,    75,    76,    77,
      78,    79,    80,    81,   294,    82,    83,     0,     0,    84,
      85,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,    65,    66,
      67,    68,    69,    70,    71,    72,    73,    74,    75,    76,
      77,    78,    79,    80,    81,   295,    82,    83,     0,     0,
      84,    85,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,    65,
      66,    67,    68,    69,    70,    71,    72,    73,    74,    75,
      76,    77,    78,    79,    80,    81,   296,    82,    83,     0,
       0,    84,    85,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
      65,    66,    67,    68,    69,    70,    71,    72,    73,    74,
      75,    76,    77,    78,    79,    80,    81,     0,    82,    83,
       0,     0,    84,    85,    65,    66,    67,    68,    69,    70,
      71,    72,    73,    74,    75,    76,    77,    78,    79,    80,
      81,     0,    82,    83,     0,     0,    84,    85,     0,     0,
       0,     0,     0,     0,   266,    65,    66,    67,    68,    69,
      70,    71,    72,    73,    74,    75,    76,    77,    78,    79,
      80,    81,     0,    82,    83,     0,     0,    84,    85,     0,
       0,     0,     0,     0,     0,   312,   334,    65,    66,    67,
      68,    69,    70,    71,    72,    73,    74,    75,    76,    77,
      78,    79,    80,    81,     0,    82,    83,     0,     0,    84,
      85,     0,     0,     0,     0,   335,    65,    66,    67,    68,
      69,    70,    71,    72,    73,    74,    75,    76,    77,    78,
      79,    80,    81,     0,    82,    83,     0,     0,    84,    85,
       0,     0,     0,     0,     0,   206,    65,    66,    67,    68,
      69,    70,    71,    72,    73,    74,    75,    76,    77,    78,
      79,    80,    81,     0,    82,    83,     0,     0,    84,    85,
       0,     0,     0,     0,     0,   208,    65,    66,    67,    68,
      69,    70,    71,    72,    73,    74,    75,    76,    77,    78,
      79,    80,    81,     0,    82,    83,     0,     0,    84,    85,
       0,     0,     0,     0,     0,   307,    65,    66,    67,    68,
      69,    70,    71,    72,    73,    74,    75,    76,    77,    78,
      79,    80,    81,     0,    82,    83,     0,     0,    84,    85,
       0,     0,     0,     0,   204,    65,    66,    67,    68,    69,
      70,    71,    72,    73,    74,    75,    76,    77,    78,    79,
      80,    81,     0,    82,    83,     0,     0,    84,    85,     0,
       0,     0,     0,   343,   323,    65,    66,    67,    68,    69,
      70,    71,    72,    73,    74,    75,    76,    77,    78,    79,
      80,    81,     0,    82,    83,     0,     0,    84,    85,     0,
     120,    65,    66,    67,    68,    69,    70,    71,    72,    73,
      74,    75,    76,    77,    78,    79,    80,    81,     0,    82,
      83,     0,     0,    84,    85,     0,   120,    65,    66,    67,
      68,    69,    70,    71,    72,    73,    74,    75,    76,    77,
      78,    79,    80,    81,     0,    82,    83,   215,     0,    84,
      85,    65,    66,    67,    68,    69,    70,    71,    72,    73,
      74,    75,    76,    77,    78,    79,    80,    81,     0,    82,
      83,     0,     0,    84,    85,    65,    66,    67,     0,    69,
      70,    71,    72,    73,    74,    75,    76,    77,    78,    79,
      80,    81,     0,     0,    83,     0,     0,    84,    85,    65,
      66,    67,     0,     0,    65,    66,    67,    73,    74,    75,
      76,    77,    78,    74,    75,    76,    77,    78,     0,     0,
       0,    84,    85,     0,     0,     0,    84,    85
};

static const yytype_int16 yycheck[] =
{
       1,   120,   104,    45,    46,    42,    31,   207,    15,   189,
      11,   191,     3,   193,    15,    16,    17,    18,    19,    20,
      21,    22,    23,   169,     6,     1,     1,    74,    75,     5,
       5,    26,     8,     5,    15,    15,     5,    73,     1,     8,
      15,    42,     5,    57,    45,    46,    47,    84,    24,    25,
      26,    57,    15,     4,    68,    24,    25,    26,     5,   178,
       0,    75,    68,    70,    11,    16,     5,    68,    69,    70,
      71,    72,    73,    74,    75,    76,    77,    78,    79,    80,
      81,    82,    83,    84,    73,    57,    66,     5,    73,    70,
      70,    73,    10,    57,    75,    70,    72,    72,   244,   201,
      75,    73,   103,   303,    68,    66,   101,    68,    73,    72,
      74,    64,   113,   114,   115,   110,    57,   297,   119,    46,
      47,    48,   117,   118,   119,    75,    76,    68,   274,     7,
      57,    58,    59,    74,   135,     5,   137,   138,    46,    47,
      48,    68,    69,    12,    52,    53,    54,    55,    56,    57,
      58,    59,    60,   333,    62,    71,   157,    64,   183,     5,
      68,    69,     8,   309,     5,   166,   208,     5,    75,    10,
       5,   172,    10,   168,     5,    46,    47,    48,    24,    25,
      26,   218,     0,     1,   185,    69,     4,   188,     5,   190,
      74,   192,   294,   295,   296,    69,   315,    68,    69,     8,
      74,     5,     6,     7,   199,   247,    24,    25,    26,    27,
      28,    29,    30,    31,   215,   216,    69,   218,     5,    70,
       5,    74,    71,    66,    71,    64,   227,   228,    73,     6,
      70,    75,    74,   335,   229,   230,    33,    73,    71,    71,
      66,   343,    17,    66,     6,     5,    57,    10,   243,    74,
      64,   246,     5,    75,   255,    75,    66,    15,    74,    72,
      15,    64,     5,    71,    57,   263,    23,    74,   247,   218,
       3,   182,     3,     1,     3,   328,   246,     5,     6,     7,
     183,     9,   224,    11,    12,    13,   285,    15,    -1,    -1,
      18,   292,    20,    -1,    -1,   290,    -1,   298,   293,    -1,
      -1,    29,    -1,    -1,    32,   306,    34,    35,    36,    37,
      38,    39,    40,   314,    42,    43,    44,    -1,    -1,    47,
      48,    -1,   323,    -1,    -1,    -1,    -1,    55,    56,    57,
      -1,    -1,    60,   334,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    70,    71,    -1,    73,    -1,     1,    -1,    77,
      78,     5,     6,     7,    -1,     9,    -1,    11,    12,    -1,
      -1,    15,    -1,    -1,    -1,    -1,    20,    21,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    29,    -1,    -1,    32,    -1,
      34,    35,    36,    37,    38,    39,    40,    -1,    42,    43,
      44,    -1,    -1,    47,    48,    -1,    -1,    -1,    -1,    -1,
      -1,    55,    56,    57,    -1,    -1,    60,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    70,    71,    -1,    73,
      -1,     1,    -1,    77,    78,     5,     6,     7,    -1,     9,
      -1,    11,    12,    -1,    -1,    15,    -1,    -1,    -1,    -1,
      20,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    29,
      -1,    -1,    32,    -1,    34,    35,    36,    37,    38,    39,
      40,    -1,    42,    43,    44,    -1,    -1,    47,    48,    -1,
      -1,    -1,    -1,    -1,    -1,    55,    56,    57,    -1,    -1,
      60,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      70,    71,    72,    73,    -1,     1,    -1,    77,    78,     5,
       6,     7,    -1,     9,    -1,    11,    12,    -1,    -1,    15,
      -1,    -1,    -1,    19,    20,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    29,    -1,    -1,    32,    -1,    34,    35,
      36,    37,    38,    39,    40,    -1,    42,    43,    44,    -1,
      -1,    47,    48,    -1,    -1,    -1,    -1,    -1,    -1,    55,
      56,    57,    -1,    -1,    60,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    70,    71,    -1,    73,    -1,     1,
      -1,    77,    78,     5,     6,     7,    -1,     9,    -1,    11,
      12,    -1,    -1,    15,    -1,    -1,    -1,    -1,    20,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    29,    -1,    -1,
      32,    -1,    34,    35,    36,    37,    38,    39,    40,    -1,
      42,    43,    44,    -1,    -1,    47,    48,    -1,    -1,    -1,
      -1,    -1,    -1,    55,    56,    57,    -1,    -1,    60,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    70,    71,
      72,    73,    -1,     1,    -1,    77,    78,     5,     6,     7,
      -1,     9,    -1,    11,    12,    -1,    -1,    15,    -1,    -1,
      -1,    -1,    20,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    29,    -1,    -1,    32,    -1,    34,    35,    36,    37,
      38,    39,    40,    -1,    42,    43,    44,    -1,    -1,    47,
      48,    -1,    -1,    -1,    -1,    -1,    -1,    55,    56,    57,
      -1,    -1,    60,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    70,    71,    -1,    73,    -1,     1,    -1,    77,
      78,     5,     6,     7,    -1,     9,    -1,    11,    12,    -1,
      -1,    -1,    46,    47,    48,    -1,    20,    51,    52,    53,
      54,    55,    56,    57,    58,    59,    60,    61,    62,    -1,
      -1,    -1,    -1,    -1,    68,    69,    40,    -1,    42,    43,
      44,    -1,    -1,    47,    48,    -1,    -1,    -1,    -1,    -1,
      -1,    55,    56,    57,    -1,    -1,    60,     5,     6,     7,
       8,     9,    -1,    11,    12,    -1,    -1,    -1,    -1,    73,
      -1,    -1,    20,    77,    78,    -1,    24,    25,    26,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    40,    -1,    42,    43,    44,    -1,    -1,    47,
      48,    -1,    -1,    -1,    -1,    -1,    -1,    55,    56,    57,
      -1,    -1,    60,     5,     6,     7,    -1,     9,    -1,    11,
      12,    -1,    -1,    15,    -1,    73,    -1,    -1,    20,    77,
      78,    46,    47,    48,    -1,    -1,    -1,    52,    53,    54,
      55,    56,    57,    58,    59,    60,    61,    62,    40,    -1,
      42,    43,    44,    68,    69,    47,    48,    -1,    -1,    -1,
      -1,    -1,    -1,    55,    56,    57,    -1,    -1,    60,     5,
       6,     7,    -1,     9,    -1,    11,    12,    -1,    70,    -1,
      -1,    73,    -1,    -1,    20,    77,    78,    -1,     5,     6,
       7,    -1,     9,    -1,    11,    12,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    20,    40,    41,    42,    43,    44,    -1,
      -1,    47,    48,    -1,    -1,    -1,    -1,    -1,    -1,    55,
      56,    57,    -1,    40,    60,    42,    43,    44,    -1,    -1,
      47,    48,    -1,    -1,    -1,    -1,    -1,    73,    55,    56,
      57,    77,    78,    60,     5,     6,     7,    -1,     9,    66,
      11,    12,    -1,    -1,    -1,    -1,    73,    -1,    -1,    20,
      77,    78,    46,    47,    48,    -1,    -1,    -1,    52,    53,
      54,    55,    56,    57,    58,    59,    60,    -1,    -1,    40,
      -1,    42,    43,    44,    68,    69,    47,    48,    -1,    -1,
      -1,    -1,    -1,    -1,    55,    56,    57,    -1,    -1,    60,
       5,     6,     7,    -1,     9,    -1,    11,    12,    -1,    -1,
      -1,    -1,    73,    74,    -1,    20,    77,    78,    46,    47,
      48,    -1,    -1,    -1,    52,    53,    54,    55,    56,    57,
      58,    59,    -1,    -1,    -1,    40,    -1,    42,    43,    44,
      68,    69,    47,    48,    -1,    -1,    -1,    -1,    -1,    -1,
      55,    56,    57,    -1,    -1,    60,    -1,    -1,    -1,     5,
       6,     7,    -1,     9,    -1,    11,    12,    -1,    73,    -1,
      -1,    76,    77,    78,    20,    -1,    -1,    46,    47,    48,
      -1,    -1,    -1,    -1,    53,    54,    55,    56,    57,    58,
      59,    -1,    -1,    -1,    40,    -1,    42,    43,    44,    68,
      69,    47,    48,    -1,    -1,    -1,    -1,    -1,    -1,    55,
      56,    57,    -1,    -1,    60,    -1,    -1,    -1,     5,     6,
       7,    -1,     9,    -1,    11,    12,    -1,    73,    -1,    -1,
      76,    77,    78,    20,    -1,    -1,    -1,     5,     6,     7,
      -1,     9,    -1,    11,    12,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    20,    40,    -1,    42,    43,    44,    -1,    -1,
      47,    48,    -1,    -1,    -1,    -1,    -1,    -1,    55,    56,
      57,    -1,    40,    60,    42,    43,    44,    -1,    -1,    47,
      48,    -1,    -1,    -1,    -1,    -1,    73,    55,    56,    57,
      77,    78,    60,     5,     6,     7,    -1,     9,    -1,    11,
      12,    -1,    -1,    -1,    -1,    73,    -1,    -1,    20,    77,
      78,    -1,     5,     6,     7,    -1,     9,    -1,    11,    12,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    20,    40,    -1,
      42,    43,    44,    -1,    -1,    47,    48,    -1,    -1,    -1,
      -1,    -1,    -1,    55,    56,    57,    -1,    40,    60,    42,
      43,    44,    -1,    -1,    47,    48,    15,    -1,    -1,    -1,
      -1,    73,    55,    56,    57,    77,    78,    60,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      73,    15,    -1,    -1,    77,    78,    -1,    46,    47,    48,
      49,    50,    51,    52,    53,    54,    55,    56,    57,    58,
      59,    60,    61,    62,    -1,    64,    65,    -1,    17,    68,
      69,    70,    46,    47,    48,    49,    50,    51,    52,    53,
      54,    55,    56,    57,    58,    59,    60,    61,    62,    -1,
      64,    65,    -1,    -1,    68,    69,    70,    46,    47,    48,
      49,    50,    51,    52,    53,    54,    55,    56,    57,    58,
      59,    60,    61,    62,    22,    64,    65,    -1,    -1,    68,
      69,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    46,    47,
      48,    49,    50,    51,    52,    53,    54,    55,    56,    57,
      58,    59,    60,    61,    62,    22,    64,    65,    -1,    -1,
      68,    69,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    46,
      47,    48,    49,    50,    51,    52,    53,    54,    55,    56,
      57,    58,    59,    60,    61,    62,    22,    64,    65,    -1,
      -1,    68,    69,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      46,    47,    48,    49,    50,    51,    52,    53,    54,    55,
      56,    57,    58,    59,    60,    61,    62,    -1,    64,    65,
      -1,    -1,    68,    69,    46,    47,    48,    49,    50,    51,
      52,    53,    54,    55,    56,    57,    58,    59,    60,    61,
      62,    -1,    64,    65,    -1,    -1,    68,    69,    -1,    -1,
      -1,    -1,    -1,    -1,    76,    46,    47,    48,    49,    50,
      51,    52,    53,    54,    55,    56,    57,    58,    59,    60,
      61,    62,    -1,    64,    65,    -1,    -1,    68,    69,    -1,
      -1,    -1,    -1,    -1,    -1,    76,    45,    46,    47,    48,
      49,    50,    51,    52,    53,    54,    55,    56,    57,    58,
      59,    60,    61,    62,    -1,    64,    65,    -1,    -1,    68,
      69,    -1,    -1,    -1,    -1,    74,    46,    47,    48,    49,
      50,    51,    52,    53,    54,    55,    56,    57,    58,    59,
      60,    61,    62,    -1,    64,    65,    -1,    -1,    68,    69,
      -1,    -1,    -1,    -1,    -1,    75,    46,    47,    48,    49,
      50,    51,    52,    53,    54,    55,    56,    57,    58,    59,
      60,    61,    62,    -1,    64,    65,    -1,    -1,    68,    69,
      -1,    -1,    -1,    -1,    -1,    75,    46,    47,    48,    49,
      50,    51,    52,    53,    54,    55,    56,    57,    58,    59,
      60,    61,    62,    -1,    64,    65,    -1,    -1,    68,    69,
      -1,    -1,    -1,    -1,    -1,    75,    46,    47,    48,    49,
      50,    51,    52,    53,    54,    55,    56,    57,    58,    59,
      60,    61,    62,    -1,    64,    65,    -1,    -1,    68,    69,
      -1,    -1,    -1,    -1,    74,    46,    47,    48,    49,    50,
      51,    52,    53,    54,    55,    56,    57,    58,    59,    60,
      61,    62,    -1,    64,    65,    -1,    -1,    68,    69,    -1,
      -1,    -1,    -1,    74,    45,    46,    47,    48,    49,    50,
      51,    52,    53,    54,    55,    56,    57,    58,    59,    60,
      61,    62,    -1,    64,    65,    -1,    -1,    68,    69,    -1,
      71,    46,    47,    48,    49,    50,    51,    52,    53,    54,
      55,    56,    57,    58,    59,    60,    61,    62,    -1,    64,
      65,    -1,    -1,    68,    69,    -1,    71,    46,    47,    48,
      49,    50,    51,    52,    53,    54,    55,    56,    57,    58,
      59,    60,    61,    62,    -1,    64,    65,    66,    -1,    68,
      69,    46,    47,    48,    49,    50,    51,    52,    53,    54,
      55,    56,    57,    58,    59,    60,    61,    62,    -1,    64,
      65,    -1,    -1,    68,    69,    46,    47,    48,    -1,    50,
      51,    52,    53,    54,    55,    56,    57,    58,    59,    60,
      61,    62,    -1,    -1,    65,    -1,    -1,    68,    69,    46,
      47,    48,    -1,    -1,    46,    47,    48,    54,    55,    56,
      57,    58,    59,    55,    56,    57,    58,    59,    -1,    -1,
      -1,    68,    69,    -1,    -1,    -1,    68,    69
};

/* YYSTOS[STATE-NUM] -- The symbol kind of the accessing symbol of
   state STATE-NUM.  */
static const yytype_int8 yystos[] =
{
       0,     3,    80,    81,     5,     6,     7,     9,    11,    12,
      20,    40,    42,    43,    44,    47,    48,    55,    56,    57,
      60,    73,    77,    78,    93,     0,     1,     4,    24,    25,
      26,    27,    28,    29,    30,    31,    82,    83,   102,   105,
     106,   107,    73,    87,    93,    73,    73,    73,    93,    93,
      93,    93,    93,    93,     8,    24,    25,    26,    93,    95,
      97,    99,   100,    93,    93,    46,    47,    48,    49,    50,
      51,    52,    53,    54,    55,    56,    57,    58,    59,    60,
      61,    62,    64,    65,    68,    69,    15,    70,    86,     5,
     103,     5,    26,   100,   102,   105,   107,   113,    64,     7,
       5,    12,     4,    16,    84,     5,    10,    71,    94,    95,
       1,    21,    29,    32,    34,    35,    36,    37,    38,    39,
      71,    86,    88,    89,    90,    93,    93,    97,    93,    97,
      93,     5,     5,     5,    74,    75,    57,    68,    74,     8,
       5,    93,    93,    93,    93,    93,    93,    93,    93,    93,
      93,    93,    93,    93,    93,    41,    93,    66,    93,    95,
       5,    11,    70,    71,     5,     5,    66,   101,   114,   115,
     116,    71,    64,    73,    86,     1,    93,    13,    18,    85,
      89,    70,   104,   111,    74,    75,    86,     6,    73,    93,
      73,    93,    73,    93,     6,    73,    86,    86,    86,    93,
      87,    33,    15,    70,    74,    74,    75,    75,    75,    74,
      93,    76,    93,    93,    93,    66,    75,    76,    73,   109,
      93,     5,    57,    73,    75,    86,   104,    66,    68,   117,
      93,     5,     6,     7,   118,   119,   120,    17,    17,    87,
       5,    10,   103,     1,    72,   112,   113,    66,    91,    93,
      88,    93,    88,    93,    88,    66,     6,    86,    72,    89,
       5,    96,    96,     5,    97,    98,    76,    93,    94,     1,
       5,    15,   108,    57,   115,    93,    76,    93,     1,     5,
      72,    75,    86,    86,    74,    75,    19,    86,   104,    86,
     114,    98,    64,    92,    22,    22,    22,    93,    66,    69,
      74,    74,   101,    75,    74,    15,    64,    75,   110,    72,
       5,   104,    76,    15,    64,    71,   120,    86,    93,    86,
      89,    89,    89,    45,    88,    93,     5,    96,    93,   104,
      74,    93,    87,    93,    45,    74,    74,   110,    23,    72,
      88,    93,    89,    74,    89
};

/* YYR1[RULE-NUM] -- Symbol kind of the left-hand side of rule RULE-NUM.  */
static const yytype_int8 yyr1[] =
{
       0,    79,    80,    80,    81,    81,    82,    82,    82,    82,
      82,    82,    82,    82,    82,    82,    82,    83,    83,    84,
      84,    84,    85,    85,    85,    86,    86,    87,    87,    88,
      89,    89,    89,    89,    89,    89,    89,    89,    89,    89,
      89,    89,    89,    89,    89,    89,    89,    89,    89,    89,
      90,    90,    91,    91,    92,    92,    93,    93,    93,    93,
      93,    93,    93,    93,    93,    93,    93,    93,    93,    93,
      93,    93,    93,    93,    93,    93,    93,    93,    93,    93,
      93,    93,    93,    93,    93,    93,    93,    93,    93,    93,
      93,    93,    93,    93,    93,    93,    93,    93,    93,    93,
      93,    93,    93,    93,    93,    93,    94,    94,    94,    95,
      95,    96,    96,    97,    97,    97,    97,    98,    98,    99,
      99,    99,    99,   100,   100,   101,   101,   102,   102,   103,
     103,   104,   104,   105,   106,   106,   106,   107,   108,   108,
     109,   109,   109,   109,   110,   110,   111,   111,   112,   112,
     112,   113,   113,   113,   113,   113,   113,   114,   114,   115,
     115,   115,   115,   116,   116,   116,   117,   117,   117,   117,
     117,   118,   118,   119,   119,   120,   120,   120
};

/* YYR2[RULE-NUM] -- Number of symbols on the right-hand side of rule RULE-NUM.  */
static const yytype_int8 yyr2[] =
{
       0,     2,     1,     2,     0,     2,     3,     1,     1,     3,
       3,     4,     5,     5,     8,     3,     2,     1,     2,     0,
       3,     3,     1,     3,     1,     1,     1,     0,     2,     3,
       1,     1,     2,     2,     5,     1,     3,     5,     3,     5,
       3,     7,     9,     5,     7,     2,     2,     2,     3,     2,
       5,     3,     0,     2,     0,     2,     1,     1,     1,     1,
       1,     1,     4,     3,     4,     4,     4,     4,     6,     6,
       8,     4,     3,     3,     3,     6,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     3,     3,     3,
       3,     3,     3,     3,     3,     3,     3,     3,     3,     3,
       5,     4,     3,     3,     3,     3,     0,     1,     2,     1,
       3,     1,     3,     1,     2,     3,     4,     1,     2,     1,
       2,     2,     2,     1,     2,     0,     2,     1,     1,     0,
       1,     0,     2,     5,     1,     2,     4,     7,     0,     1,
       0,     3,     5,     3,     0,     1,     0,     2,     3,     2,
       2,     1,     1,     2,     2,     1,     1,     2,     4,     1,
       3,     2,     6,     2,     3,     4,     0,     4,     2,     2,
       3,     0,     1,     1,     3,     1,     1,     1
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
  case 3: /* input: "a value" expr  */
                                { lx->result = (yyvsp[0].expr); }
    break;

  case 6: /* item: probes pred body  */
                                { unit_clause(lx, (yyloc), (yyvsp[-2].probes), (yyvsp[-1].expr), (yyvsp[0].stmt)); }
    break;

  case 7: /* item: aggregate  */
                                { unit_type(lx, (yyvsp[0].decl)); }
    break;

  case 8: /* item: enum  */
                                { unit_type(lx, (yyvsp[0].decl)); }
    break;

  case 11: /* item: "'typedef'" base declarators semi  */
                                { unit_typedef(lx, (yyloc), fields_type(lx, (yyloc), (yyvsp[-2].base), (yyvsp[-1].fields))); }
    break;

  case 13: /* item: "'let'" "a @map" '=' expr semi  */
                                { unit_setting(lx, (yyloc), (yyvsp[-3].str), true, (yyvsp[-1].expr)); }
    break;

  case 14: /* item: "'macro'" "a name" '(' params ')' '{' stmts '}'  */
                                { unit_macro(lx, (yyloc), (yyvsp[-6].str), (yyvsp[-4].list), expr_block(lx, (yyloc), (yyvsp[-1].stmts))); }
    break;

  case 15: /* item: "'import'" "a string" semi  */
                                { unit_import(lx, (yyvsp[-1].expr)); }
    break;

  case 16: /* item: error semi  */
                                { yyerrok; }
    break;

  case 17: /* probes: "a probe"  */
                                { (yyval.probes) = probes_add(lx, (struct probe_list){ 0 }, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 18: /* probes: probes "a probe"  */
                                { (yyval.probes) = probes_add(lx, (yyvsp[-1].probes), (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 19: /* pred: %empty  */
                                { (yyval.expr) = NULL; }
    break;

  case 20: /* pred: "'/'" expr "the '/' that ends the predicate"  */
                                 { (yyval.expr) = (yyvsp[-1].expr); }
    break;

  case 21: /* pred: "'/'" error "the '/' that ends the predicate"  */
                                  { (yyval.expr) = NULL; yyerrok; }
    break;

  case 22: /* body: "a clause without a body"  */
                                { (yyval.stmt) = NULL; }
    break;

  case 23: /* body: "'<'" stmts "'>'"  */
                                     { (yyval.stmt) = stmt_block(lx, (yyloc), (yyvsp[-1].stmts)); }
    break;

  case 24: /* body: stmt  */
                                { (yyval.stmt) = (yyvsp[0].stmt) ? (yyvsp[0].stmt) : stmt_block(lx, (yyloc), (struct stmt_list){ 0 }); }
    break;

  case 27: /* stmts: %empty  */
                                { (yyval.stmts) = (struct stmt_list){ 0 }; }
    break;

  case 28: /* stmts: stmts stmt  */
                                { (yyval.stmts) = stmts_add((yyvsp[-1].stmts), (yyvsp[0].stmt)); }
    break;

  case 29: /* block: '{' stmts '}'  */
                                { (yyval.stmt) = stmt_block(lx, (yyloc), (yyvsp[-1].stmts)); }
    break;

  case 30: /* stmt: semi  */
                                { (yyval.stmt) = NULL; }
    break;

  case 32: /* stmt: expr ';'  */
                                { (yyval.stmt) = stmt_new(lx, ST_EXPR, (yylsp[-1]), (yyvsp[-1].expr)); }
    break;

  case 33: /* stmt: expr "';'"  */
                                { (yyval.stmt) = lx->tail = stmt_new(lx, ST_EXPR, (yylsp[-1]), (yyvsp[-1].expr)); }
    break;

  case 34: /* stmt: "'let'" "a $variable" let_type let_value semi  */
                                          {
		(yyval.stmt) = stmt_new(lx, ST_LET, span_join((yylsp[-4]), (yyvsp[-1].expr) ? (yylsp[-1]) : (yyvsp[-2].tn) ? (yylsp[-2]) : (yylsp[-3])), (yyvsp[-1].expr));
		(yyval.stmt)->name = (yyvsp[-3].str);
		(yyval.stmt)->tn = (yyvsp[-2].tn);
	}
    break;

  case 36: /* stmt: if_head "'else'" stmt  */
                                { (yyval.stmt) = stmt_else(lx, (yyvsp[-2].stmt), (yyvsp[0].stmt)); }
    break;

  case 37: /* stmt: "'while'" '(' expr "')'" stmt  */
                                     { (yyval.stmt) = stmt_loop(lx, ST_WHILE, (yyloc), (yyvsp[-2].expr), (yyvsp[0].stmt)); }
    break;

  case 38: /* stmt: "'while'" expr block  */
                                { (yyval.stmt) = stmt_loop(lx, ST_WHILE, (yyloc), (yyvsp[-1].expr), (yyvsp[0].stmt)); }
    break;

  case 39: /* stmt: "'unroll'" '(' expr "')'" stmt  */
                                      { (yyval.stmt) = stmt_loop(lx, ST_UNROLL, (yyloc), (yyvsp[-2].expr), (yyvsp[0].stmt)); }
    break;

  case 40: /* stmt: "'unroll'" expr block  */
                                { (yyval.stmt) = stmt_loop(lx, ST_UNROLL, (yyloc), (yyvsp[-1].expr), (yyvsp[0].stmt)); }
    break;

  case 41: /* stmt: "'for'" '(' "a $variable" ':' expr ')' stmt  */
                                { (yyval.stmt) = stmt_for(lx, (yyloc), (yyvsp[-4].str), (yyvsp[-2].expr), NULL, (yyvsp[0].stmt)); }
    break;

  case 42: /* stmt: "'for'" '(' "a $variable" ':' expr "'..'" expr ')' stmt  */
                                { (yyval.stmt) = stmt_for(lx, (yyloc), (yyvsp[-6].str), (yyvsp[-4].expr), (yyvsp[-2].expr), (yyvsp[0].stmt)); }
    break;

  case 43: /* stmt: "'for'" "a $variable" ':' expr block  */
                                 { (yyval.stmt) = stmt_for(lx, (yyloc), (yyvsp[-3].str), (yyvsp[-1].expr), NULL, (yyvsp[0].stmt)); }
    break;

  case 44: /* stmt: "'for'" "a $variable" ':' expr "'..'" expr block  */
                                { (yyval.stmt) = stmt_for(lx, (yyloc), (yyvsp[-5].str), (yyvsp[-3].expr), (yyvsp[-1].expr), (yyvsp[0].stmt)); }
    break;

  case 45: /* stmt: "'break'" semi  */
                                { (yyval.stmt) = stmt_new(lx, ST_BREAK, (yylsp[-1]), NULL); }
    break;

  case 46: /* stmt: "'continue'" semi  */
                                { (yyval.stmt) = stmt_new(lx, ST_CONTINUE, (yylsp[-1]), NULL); }
    break;

  case 47: /* stmt: "'return'" semi  */
                                { (yyval.stmt) = stmt_new(lx, ST_RETURN, (yylsp[-1]), NULL); }
    break;

  case 48: /* stmt: "'return'" expr semi  */
                                { (yyval.stmt) = stmt_new(lx, ST_RETURN, span_join((yylsp[-2]), (yylsp[-1])), (yyvsp[-1].expr)); }
    break;

  case 49: /* stmt: error semi  */
                                { (yyval.stmt) = NULL; yyerrok; }
    break;

  case 50: /* if_head: "'if'" '(' expr "')'" stmt  */
                                  { (yyval.stmt) = stmt_if(lx, (yyloc), (yyvsp[-2].expr), (yyvsp[0].stmt)); }
    break;

  case 51: /* if_head: "'if'" expr block  */
                                { (yyval.stmt) = stmt_if(lx, (yyloc), (yyvsp[-1].expr), (yyvsp[0].stmt)); }
    break;

  case 52: /* let_type: %empty  */
                                { (yyval.tn) = NULL; }
    break;

  case 53: /* let_type: ':' any_type  */
                                { (yyval.tn) = (yyvsp[0].tn); }
    break;

  case 54: /* let_value: %empty  */
                                { (yyval.expr) = NULL; }
    break;

  case 55: /* let_value: '=' expr  */
                                { (yyval.expr) = (yyvsp[0].expr); }
    break;

  case 58: /* expr: "a name"  */
                                { (yyval.expr) = expr_named(lx, EX_NAME, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 59: /* expr: "a $variable"  */
                                { (yyval.expr) = expr_named(lx, EX_LOCAL, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 60: /* expr: "a @map"  */
                                { (yyval.expr) = expr_named(lx, EX_GLOBAL, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 61: /* expr: "a $parameter"  */
                                { (yyval.expr) = expr_new(lx, EX_PARAM, (yylsp[0])); (yyval.expr)->num = (yyvsp[0].num); }
    break;

  case 62: /* expr: "a name" '(' args ')'  */
                                {
		(yyval.expr) = expr_named(lx, EX_CALL, (yylsp[-3]), (yyvsp[-3].str));
		(yyval.expr)->span = (yyloc);
		(yyval.expr)->has_parens = true;
		(yyval.expr) = expr_list_of(lx, (yyval.expr), (yyvsp[-1].list));
	}
    break;

  case 63: /* expr: '(' some_args ')'  */
                                { (yyval.expr) = expr_parens(lx, (yyloc), (yyvsp[-1].list)); }
    break;

  case 64: /* expr: '(' some_args ',' ')'  */
                                { (yyvsp[-2].list).comma = true; (yyval.expr) = expr_parens(lx, (yyloc), (yyvsp[-2].list)); }
    break;

  case 65: /* expr: '(' type ')' expr  */
                                      {
		(yyval.expr) = expr_op(lx, EX_CAST, OP_NONE, (yyloc), (yyvsp[0].expr), NULL);
		(yyval.expr)->tn = (yyvsp[-2].tn);
	}
    break;

  case 66: /* expr: "'sizeof'" '(' type ')'  */
                                { (yyval.expr) = expr_new(lx, EX_SIZEOF, (yyloc)); (yyval.expr)->tn = (yyvsp[-1].tn); }
    break;

  case 67: /* expr: "'sizeof'" '(' expr ')'  */
                                { (yyval.expr) = expr_op(lx, EX_SIZEOF, OP_NONE, (yyloc), (yyvsp[-1].expr), NULL); }
    break;

  case 68: /* expr: "'offsetof'" '(' type ',' path ')'  */
                                       {
		(yyval.expr) = expr_list_of(lx, expr_new(lx, EX_OFFSETOF, (yyloc)), (yyvsp[-1].list));
		(yyval.expr)->tn = (yyvsp[-3].tn);
	}
    break;

  case 69: /* expr: "'offsetof'" '(' expr ',' path ')'  */
                                       {
		(yyval.expr) = expr_op(lx, EX_OFFSETOF, OP_NONE, (yyloc), (yyvsp[-3].expr), NULL);
		(yyval.expr) = expr_list_of(lx, (yyval.expr), (yyvsp[-1].list));
	}
    break;

  case 70: /* expr: "'container_of'" '(' expr ',' any_type ',' path ')'  */
                                                        {
		(yyval.expr) = expr_op(lx, EX_CONTAINER_OF, OP_NONE, (yyloc), (yyvsp[-5].expr), NULL);
		(yyval.expr)->tn = (yyvsp[-3].tn);
		(yyval.expr) = expr_list_of(lx, (yyval.expr), (yyvsp[-1].list));
	}
    break;

  case 71: /* expr: expr '[' some_args ']'  */
                                { (yyval.expr) = expr_index(lx, (yyloc), (yyvsp[-3].expr), (yyvsp[-1].list)); }
    break;

  case 72: /* expr: expr '.' "a name"  */
                                {
		(yyval.expr) = expr_op(lx, EX_MEMBER, OP_NONE, (yyloc), (yyvsp[-2].expr), NULL);
		(yyval.expr)->name = (yyvsp[0].str);
		(yyval.expr)->name_span = (yylsp[0]);
	}
    break;

  case 73: /* expr: expr '.' "a number"  */
                                {
		(yyval.expr) = expr_op(lx, EX_MEMBER, OP_NONE, (yyloc), (yyvsp[-2].expr), NULL);
		(yyval.expr)->num = (yyvsp[0].expr)->num;
		(yyval.expr)->name_span = (yylsp[0]);
	}
    break;

  case 74: /* expr: expr "'->'" "a name"  */
                                {
		(yyval.expr) = expr_op(lx, EX_MEMBER, OP_NONE, (yyloc), (yyvsp[-2].expr), NULL);
		(yyval.expr)->name = (yyvsp[0].str);
		(yyval.expr)->name_span = (yylsp[0]);
		(yyval.expr)->is_arrow = true;
	}
    break;

  case 75: /* expr: expr '.' "a name" '(' args ')'  */
                                   {
		(yyval.expr) = expr_op(lx, EX_METHOD, OP_NONE, (yyloc), (yyvsp[-5].expr), NULL);
		(yyval.expr)->name = (yyvsp[-3].str);
		(yyval.expr)->name_span = (yylsp[-3]);
		(yyval.expr)->has_parens = true;
		(yyval.expr) = expr_list_of(lx, (yyval.expr), (yyvsp[-1].list));
	}
    break;

  case 76: /* expr: expr "'++'"  */
                                { (yyval.expr) = expr_step(lx, OP_ADD, true, (yyloc), (yyvsp[-1].expr)); }
    break;

  case 77: /* expr: expr "'--'"  */
                                { (yyval.expr) = expr_step(lx, OP_SUB, true, (yyloc), (yyvsp[-1].expr)); }
    break;

  case 78: /* expr: "'++'" expr  */
                                { (yyval.expr) = expr_step(lx, OP_ADD, false, (yyloc), (yyvsp[0].expr)); }
    break;

  case 79: /* expr: "'--'" expr  */
                                { (yyval.expr) = expr_step(lx, OP_SUB, false, (yyloc), (yyvsp[0].expr)); }
    break;

  case 80: /* expr: '-' expr  */
                                { (yyval.expr) = expr_op(lx, EX_UNARY, OP_NEG, (yyloc), (yyvsp[0].expr), NULL); }
    break;

  case 81: /* expr: '+' expr  */
                                { (yyval.expr) = expr_op(lx, EX_UNARY, OP_PLUS, (yyloc), (yyvsp[0].expr), NULL); }
    break;

  case 82: /* expr: '!' expr  */
                                { (yyval.expr) = expr_op(lx, EX_UNARY, OP_NOT, (yyloc), (yyvsp[0].expr), NULL); }
    break;

  case 83: /* expr: '~' expr  */
                                { (yyval.expr) = expr_op(lx, EX_UNARY, OP_COMPL, (yyloc), (yyvsp[0].expr), NULL); }
    break;

  case 84: /* expr: '*' expr  */
                                { (yyval.expr) = expr_op(lx, EX_UNARY, OP_DEREF, (yyloc), (yyvsp[0].expr), NULL); }
    break;

  case 85: /* expr: '&' expr  */
                                { (yyval.expr) = expr_op(lx, EX_UNARY, OP_ADDR, (yyloc), (yyvsp[0].expr), NULL); }
    break;

  case 86: /* expr: "'delete'" expr  */
                                { (yyval.expr) = expr_delete(lx, (yyloc), (yyvsp[0].expr)); }
    break;

  case 87: /* expr: expr '+' expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 88: /* expr: expr '-' expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 89: /* expr: expr '*' expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 90: /* expr: expr '/' expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 91: /* expr: expr '%' expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 92: /* expr: expr '&' expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 93: /* expr: expr '|' expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 94: /* expr: expr '^' expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 95: /* expr: expr "a shift" expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 96: /* expr: expr "a comparison" expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 97: /* expr: expr "'=='" expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 98: /* expr: expr "'&&'" expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 99: /* expr: expr "'||'" expr  */
                                { (yyval.expr) = expr_op(lx, EX_BINARY, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 100: /* expr: expr '?' expr ':' expr  */
                                {
		(yyval.expr) = expr_op(lx, EX_COND, OP_NONE, (yyloc), (yyvsp[-4].expr), (yyvsp[-2].expr));
		(yyval.expr)->c = (yyvsp[0].expr);
		(yyval.expr) = expr_done(lx, (yyval.expr));
	}
    break;

  case 101: /* expr: expr '?' ':' expr  */
                                {
		(yyval.expr) = expr_op(lx, EX_COND, OP_NONE, (yyloc), (yyvsp[-3].expr), NULL);
		(yyval.expr)->c = (yyvsp[0].expr);
		(yyval.expr) = expr_done(lx, (yyval.expr));
	}
    break;

  case 102: /* expr: expr '=' expr  */
                                { (yyval.expr) = expr_assign(lx, OP_NONE, (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 103: /* expr: expr '=' "'nil'"  */
                                {
		(yyval.expr) = expr_assign(lx, OP_NONE, (yyloc), (yyvsp[-2].expr), expr_new(lx, EX_NIL, (yylsp[0])));
	}
    break;

  case 104: /* expr: expr "an assignment" expr  */
                                { (yyval.expr) = expr_assign(lx, (yyvsp[-1].op), (yyloc), (yyvsp[-2].expr), (yyvsp[0].expr)); }
    break;

  case 105: /* expr: "'{'" stmts "'}'"  */
                                      { (yyval.expr) = expr_block(lx, (yyloc), (yyvsp[-1].stmts)); }
    break;

  case 106: /* args: %empty  */
                                { (yyval.list) = (struct expr_list){ 0 }; }
    break;

  case 109: /* some_args: expr  */
                                { (yyval.list) = list_add((struct expr_list){ 0 }, (yyvsp[0].expr)); }
    break;

  case 110: /* some_args: some_args ',' expr  */
                                { (yyval.list) = list_add((yyvsp[-2].list), (yyvsp[0].expr)); }
    break;

  case 111: /* path: "a name"  */
                                {
		(yyval.list) = list_add((struct expr_list){ 0 }, expr_named(lx, EX_NAME, (yylsp[0]), (yyvsp[0].str)));
	}
    break;

  case 112: /* path: path '.' "a name"  */
                                { (yyval.list) = list_add((yyvsp[-2].list), expr_named(lx, EX_NAME, (yylsp[0]), (yyvsp[0].str))); }
    break;

  case 114: /* type: type '*'  */
                                { (yyval.tn) = (yyvsp[-1].tn); (yyval.tn)->stars++; }
    break;

  case 115: /* type: type '[' ']'  */
                                { (yyval.tn) = (yyvsp[-2].tn); type_dim(lx, (yyval.tn), NULL); }
    break;

  case 116: /* type: type '[' expr ']'  */
                                { (yyval.tn) = (yyvsp[-3].tn); type_dim(lx, (yyval.tn), (yyvsp[-1].expr)); }
    break;

  case 118: /* any_type: "a name" stars  */
                                { (yyval.tn) = type_new(lx, TN_PLAIN, (yylsp[-1]), (yyvsp[-1].str)); (yyval.tn)->stars = (u32)(yyvsp[0].num); }
    break;

  case 120: /* bare_type: "'struct'" "a name"  */
                                { (yyval.tn) = type_new(lx, TN_STRUCT, (yyloc), (yyvsp[0].str)); }
    break;

  case 121: /* bare_type: "'union'" "a name"  */
                                { (yyval.tn) = type_new(lx, TN_UNION, (yyloc), (yyvsp[0].str)); }
    break;

  case 122: /* bare_type: "'enum'" "a name"  */
                                { (yyval.tn) = type_new(lx, TN_ENUM, (yyloc), (yyvsp[0].str)); }
    break;

  case 123: /* words: "a type"  */
                                { (yyval.tn) = type_new(lx, TN_PLAIN, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 124: /* words: words "a type"  */
                                { (yyval.tn) = type_word(lx, (yyvsp[-1].tn), (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 125: /* stars: %empty  */
                                { (yyval.num) = 0; }
    break;

  case 126: /* stars: stars '*'  */
                                { (yyval.num) = (yyvsp[-1].num) + 1; }
    break;

  case 127: /* tag: "'struct'"  */
                                { (yyval.num) = TD_STRUCT; }
    break;

  case 128: /* tag: "'union'"  */
                                { (yyval.num) = TD_UNION; }
    break;

  case 129: /* opt_name: %empty  */
                                { (yyval.str) = NULL; }
    break;

  case 131: /* attrs: %empty  */
                                { (yyval.num) = 0; }
    break;

  case 132: /* attrs: attrs "an attribute"  */
                                { (yyval.num) = (yyvsp[-1].num) | (yyvsp[0].num); }
    break;

  case 133: /* aggregate: tag_name '{' fields '}' attrs  */
                                      {
		(yyval.decl) = (yyvsp[-4].decl);
		(yyval.decl)->span = (yyloc);
		(yyval.decl)->packed |= (yyvsp[0].num) != 0;
		(yyval.decl)->fields = (yyvsp[-2].fields).first;
	}
    break;

  case 134: /* tag_name: tag  */
                                { (yyval.decl) = decl_new(lx, (int)(yyvsp[0].num), (yyloc), NULL); }
    break;

  case 135: /* tag_name: tag "a name"  */
                                { (yyval.decl) = decl_new(lx, (int)(yyvsp[-1].num), (yyloc), (yyvsp[0].str)); }
    break;

  case 136: /* tag_name: tag "an attribute" attrs opt_name  */
                                {
		(yyval.decl) = decl_new(lx, (int)(yyvsp[-3].num), (yyloc), (yyvsp[0].str));
		(yyval.decl)->packed = (yyvsp[-2].num) || (yyvsp[-1].num);
	}
    break;

  case 137: /* enum: "'enum'" opt_name '{' enums opt_end '}' attrs  */
                                                  {
		(yyval.decl) = decl_new(lx, TD_ENUM, (yyloc), (yyvsp[-5].str));
		(yyval.decl)->enumerators = (yyvsp[-3].list).first;
	}
    break;

  case 140: /* enums: %empty  */
                                { (yyval.list) = (struct expr_list){ 0 }; }
    break;

  case 141: /* enums: enums "a name" opt_comma  */
                                { (yyval.list) = list_add((yyvsp[-2].list), expr_named(lx, EX_NAME, (yylsp[-1]), (yyvsp[-1].str))); }
    break;

  case 142: /* enums: enums "a name" '=' expr opt_comma  */
                                      {
		struct expr *e = expr_named(lx, EX_NAME, (yylsp[-3]), (yyvsp[-3].str));

		e->b = (yyvsp[-1].expr);
		(yyval.list) = list_add((yyvsp[-4].list), expr_done(lx, e));
	}
    break;

  case 143: /* enums: enums error "';'"  */
                                { (yyval.list) = (yyvsp[-2].list); yyerrok; }
    break;

  case 146: /* fields: %empty  */
                                { (yyval.fields) = (struct field_list){ 0 }; }
    break;

  case 147: /* fields: fields field  */
                                {
		(yyval.fields) = (yyvsp[-1].fields).first && (yyvsp[0].fields).first ? fields_add((yyvsp[-1].fields), (yyvsp[0].fields).first) : (yyvsp[-1].fields).first ? (yyvsp[-1].fields) : (yyvsp[0].fields);
		if ((yyvsp[0].fields).last)
			(yyval.fields).last = (yyvsp[0].fields).last;
	}
    break;

  case 148: /* field: base declarators semi  */
                                { (yyval.fields) = fields_type(lx, (yyloc), (yyvsp[-2].base), (yyvsp[-1].fields)); }
    break;

  case 149: /* field: base semi  */
                                { (yyval.fields) = fields_type(lx, (yyloc), (yyvsp[-1].base), (struct field_list){ 0 }); }
    break;

  case 150: /* field: error semi  */
                                { (yyval.fields) = (struct field_list){ 0 }; yyerrok; }
    break;

  case 151: /* base: words  */
                                { (yyval.base) = (struct base_type){ (yyvsp[0].tn), NULL }; }
    break;

  case 152: /* base: "a name"  */
                                {
		(yyval.base) = (struct base_type){ type_new(lx, TN_PLAIN, (yylsp[0]), (yyvsp[0].str)), NULL };
	}
    break;

  case 153: /* base: tag "a name"  */
                                {
		int kind = (yyvsp[-1].num) == TD_UNION ? TN_UNION : TN_STRUCT;

		(yyval.base) = (struct base_type){ type_new(lx, kind, (yyloc), (yyvsp[0].str)), NULL };
	}
    break;

  case 154: /* base: "'enum'" "a name"  */
                                {
		(yyval.base) = (struct base_type){ type_new(lx, TN_ENUM, (yyloc), (yyvsp[0].str)), NULL };
	}
    break;

  case 155: /* base: aggregate  */
                                {
		int kind = (yyvsp[0].decl)->kind == TD_UNION ? TN_UNION : TN_STRUCT;

		(yyval.base) = (struct base_type){ type_new(lx, kind, (yyloc), (yyvsp[0].decl)->name), (yyvsp[0].decl) };
	}
    break;

  case 156: /* base: enum  */
                                {
		(yyval.base) = (struct base_type){ type_new(lx, TN_ENUM, (yyloc), (yyvsp[0].decl)->name), (yyvsp[0].decl) };
	}
    break;

  case 157: /* declarators: declarator attrs  */
                                { (yyval.fields) = fields_add((struct field_list){ 0 }, (yyvsp[-1].field)); }
    break;

  case 158: /* declarators: declarators ',' declarator attrs  */
                                         { (yyval.fields) = fields_add((yyvsp[-3].fields), (yyvsp[-1].field)); }
    break;

  case 160: /* declarator: dims ':' expr  */
                                { (yyval.field) = (yyvsp[-2].field); field_bits(lx, (yyval.field), (yyvsp[0].expr)); }
    break;

  case 161: /* declarator: ':' expr  */
                                {
		(yyval.field) = field_new(lx, (yyloc), NULL, 0);
		field_bits(lx, (yyval.field), (yyvsp[0].expr));
	}
    break;

  case 162: /* declarator: stars '(' '*' "a name" ')' "parameters"  */
                                         { (yyval.field) = field_new(lx, (yylsp[-2]), (yyvsp[-2].str), (u32)(yyvsp[-5].num) + 1); }
    break;

  case 163: /* dims: stars "a name"  */
                                { (yyval.field) = field_new(lx, (yylsp[0]), (yyvsp[0].str), (u32)(yyvsp[-1].num)); }
    break;

  case 164: /* dims: dims '[' ']'  */
                                { (yyval.field) = (yyvsp[-2].field); type_dim(lx, (yyval.field)->tn, NULL); }
    break;

  case 165: /* dims: dims '[' expr ']'  */
                                { (yyval.field) = (yyvsp[-3].field); type_dim(lx, (yyval.field)->tn, (yyvsp[-1].expr)); }
    break;

  case 167: /* settings: settings "a name" '=' expr  */
                                { unit_setting(lx, span_join((yylsp[-2]), (yylsp[0])), (yyvsp[-2].str), false, (yyvsp[0].expr)); }
    break;

  case 170: /* settings: settings error "';'"  */
                                { yyerrok; }
    break;

  case 171: /* params: %empty  */
                                { (yyval.list) = (struct expr_list){ 0 }; }
    break;

  case 173: /* some_params: param  */
                                { (yyval.list) = list_add((struct expr_list){ 0 }, (yyvsp[0].expr)); }
    break;

  case 174: /* some_params: some_params ',' param  */
                                { (yyval.list) = list_add((yyvsp[-2].list), (yyvsp[0].expr)); }
    break;

  case 175: /* param: "a name"  */
                                { (yyval.expr) = expr_named(lx, EX_NAME, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 176: /* param: "a $variable"  */
                                { (yyval.expr) = expr_named(lx, EX_LOCAL, (yylsp[0]), (yyvsp[0].str)); }
    break;

  case 177: /* param: "a @map"  */
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



/* Tokens worth naming as "expected"; operators are not. */
static bool worth_saying(yysymbol_kind_t k)
{
	static const char *const dull[] = {
		"a comparison", "a shift", "an assignment", "an attribute", "';'",
		"'||'", "'&&'", "'=='", "'->'", "'++'", "'--'", "a clause without a body",
		"the end of the clause",
	};
	const char *name = yysymbol_name(k);

	for (size_t i = 0; i < ARRAY_SIZE(dull); i++)
		if (!strcmp(dull[i], name))
			return false;
	return !(name[0] == '\'' && name[2] == '\'' && strchr("|^&+-*/%?[.=", name[1]));
}

/* "')' or ','": at most four, or nothing. */
static const char *expected(struct lexer *lx, const yypcontext_t *ctx)
{
	yysymbol_kind_t all[YYNTOKENS];
	int n = yypcontext_expected_tokens(ctx, all, YYNTOKENS), told = 0;
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
		return yysymbol_name(all[0]);
	for (int i = 0; i <= n; i++) {
		if (i == n ? !semi : !worth_saying(all[i]))
			continue;
		name = i == n ? "';'" : yysymbol_name(all[i]);
		if (++told > 4)
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

/* Only reached when the parser's stack is full. */
static void yyerror(struct span *at, struct lexer *lx, const char *text)
{
	(void)text;
	lex_fail(lx, E_TOO_DEEP, *at);
}
